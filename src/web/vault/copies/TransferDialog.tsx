import { useState, type ReactNode } from 'react'
import { ArrowLeft, Lock } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { copies } from '#contract/vault/copies.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { copyTexts as texts } from '#texts/vault/copies.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { ProgressBar } from '#web/platform/ui/ProgressBar.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { ChestChooser, type ChestChooserProps } from '#web/vault/chests/ChestChooser.tsx'
import { useUserChests, type UserChest } from '#web/vault/chests/queries.ts'
import { FolderTree } from '#web/vault/explorer/FolderTree.tsx'
import type { Place } from '#web/vault/explorer/place.ts'
import { useKnownRights, useRights } from '#web/vault/explorer/queries.ts'
import type { Element } from '#web/vault/explorer/rows.ts'
import { useProgress } from '#web/vault/imports/useProgress.ts'
import { triesLeft, useUnlocked } from '#web/vault/master-key/queries.ts'
import { sightQuery, type Deed } from './calls.ts'
import styles from './TransferDialog.module.css'
import { useTransfer } from './useTransfer.ts'

export type TransferDialogProps = Pick<ChestChooserProps, 'first'> & {
  deed: Deed
  chest: { id: number; name: string }
  elements: readonly Element[]
  /** The current folder; null at the root. */
  fromFolderId: number | null
  goTo: (place: Place) => void
  /** Called once elements have left the chest. */
  onGone: () => void
  onClose: () => void
}

/** The choice of another chest, then of a folder in it, with who gains and who loses sight. */
export function TransferDialog(props: TransferDialogProps): ReactNode {
  const { deed, elements, chest, onClose } = props
  const { data: chests } = useUserChests()
  const [targetId, setTargetId] = useState<number | null>(null)
  const target = chests?.find(({ id }) => id === targetId)
  const [only] = elements
  const titles = texts.titles[deed]
  const title = elements.length > 1 ? titles.several(elements.length) : titles.one(only?.name ?? '')
  if (target !== undefined)
    return <Destination {...props} title={title} target={target} onBack={() => setTargetId(null)} />
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ChestChooser
        currentId={chest.id}
        onChoose={setTargetId}
        first={props.first}
        titleLevel={3}
        autoFocus
      />
    </Dialog>
  )
}

type DestinationProps = TransferDialogProps & { title: string; target: UserChest; onBack: () => void }

function Destination(props: DestinationProps): ReactNode {
  const { deed, chest, elements, fromFolderId, target, onBack, onGone, onClose } = props
  const transfer = useTransfer(chest.id, props.goTo)
  const own = useRights(chest.id)
  const rights = useKnownRights(target.id)
  const isOpen = useUnlocked()?.id === target.id
  const needsKey = target.guardian && !isOpen
  const [folderId, setFolderId] = useState<number | null>(null)
  const [key, setKey] = useState('')
  const [keyProblem, setKeyProblem] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const isAllowed = rights?.create === true

  const submit = async () => {
    setPending(true)
    setProblem(null)
    setKeyProblem(null)
    try {
      await transfer({
        deed,
        elements,
        from: fromFolderId,
        target: {
          chestId: target.id,
          name: target.name,
          folderId: needsKey ? null : folderId,
          ...(needsKey && { key }),
        },
        isUndoable:
          deed === 'move' && !target.guardian && isAllowed && rights.update && rights.delete && own.create,
      })
      if (deed === 'move') onGone()
      onClose()
    } catch (error) {
      setPending(false)
      if (isCode(error, 'MASTER_KEY_WRONG')) setKeyProblem(texts.keyWrong(triesLeft(error)))
      else setProblem(sentenceOf(error))
    }
  }
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={onClose}
      isBusy={isPending}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {uiTexts.cancel}
          </Button>
          <Button
            look="primary"
            isPending={isPending}
            isDisabled={!isAllowed || (needsKey && key === '')}
            onPress={() => void submit()}
          >
            {texts.submit[deed]}
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <div className={styles.target}>
          <p className={styles.chest}>
            {texts.target}
            <strong>{target.name}</strong>
            {target.guardian && <Lock role="img" aria-label={chestTexts.protectedMark} />}
          </p>
          <Button size="small" look="plain" icon={<ArrowLeft />} isDisabled={isPending} onPress={onBack}>
            {texts.otherChest}
          </Button>
        </div>
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        {rights === undefined ? (
          <Skeleton lines={4} />
        ) : !isAllowed ? (
          <Banner tone="attention">{texts.noRight}</Banner>
        ) : needsKey ? (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (key !== '' && !isPending) void submit()
            }}
          >
            <PasswordField
              label={texts.key(target.name)}
              description={`${texts.keyNeeded} ${texts.atRoot}`}
              autoFocus
              value={key}
              onChange={setKey}
              error={keyProblem}
              isDisabled={isPending}
            />
          </form>
        ) : (
          <div className={styles.tree}>
            <FolderTree
              chestId={target.id}
              chestName={target.name}
              label={texts.tree}
              filterLabel={texts.filter}
              selected={folderId}
              onSelect={setFolderId}
              isElsewhere
              autoFocus
            />
          </div>
        )}
        {isAllowed && <Sight deed={deed} from={chest.id} to={target.id} />}
        {isAllowed && (
          <p className={styles.note}>
            {texts.notes[deed]} {deed === 'copy' && !own.update && texts.withoutOtp}
          </p>
        )}
        {isPending && <Running deed={deed} />}
      </div>
    </Dialog>
  )
}

/** How far the server is, in elements, then in attached files. */
function Running({ deed }: { deed: Deed }): ReactNode {
  const { stage, done, total } = useProgress(copies.progress)
  return (
    <ProgressBar
      label={stage === null ? texts.running[deed] : texts.stages[stage]}
      value={stage === null ? null : done}
      total={total}
      detail={stage === null ? undefined : texts.progress(stage, done, total)}
    />
  )
}

/** Who gains and who loses sight: before the deed, since it cannot be unseen. */
function Sight({ deed, from, to }: { deed: Deed; from: number; to: number }): ReactNode {
  const { data, isError } = useQuery(sightQuery(from, to))
  if (isError && data === undefined) return <p className={styles.note}>{texts.sight.failed}</p>
  if (data === undefined) return <Skeleton lines={2} />
  const { gains, loses } = data
  const lost = texts.sight.loses[deed](loses.count)
  return (
    <Banner tone={gains.count > 0 ? 'attention' : 'info'} title={texts.sight.title}>
      <p className={styles.people}>
        {texts.sight.gains(gains.count)}
        <strong>{texts.sight.names(gains)}</strong>
      </p>
      {lost !== '' && (
        <p className={styles.people}>
          {lost}
          <strong>{texts.sight.names(loses)}</strong>
        </p>
      )}
    </Banner>
  )
}
