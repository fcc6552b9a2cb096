import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { chestRights } from '#contract/chest-rights.ts'
import { allRights, noRights, rightNames, type Rights } from '#domain/rights.ts'
import { chestRightTexts, rightWords } from '#texts/chest-rights.ts'
import { uiTexts } from '#texts/ui.ts'
import { call } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/errors.ts'
import { useSession } from '#web/shell/session.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorBlock } from '#web/ui/EmptyState.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import styles from './RightsEditor.module.css'

const texts = chestRightTexts.editor

/** Who holds the grant that is edited. */
export type Holder = { kind: 'user' | 'team'; id: number; name: string }
type Target = { chestId: number; holder: Holder }

/** What differs between a grant of a person and one of a team. */
const kinds = {
  user: {
    title: texts.title,
    saved: texts.savedOfUser,
    read: ({ chestId, holder }: Target, signal: AbortSignal) =>
      call(chestRights.readOfUser, { params: { id: chestId, userId: holder.id }, signal }),
    save: ({ chestId, holder }: Target, body: Rights) =>
      call(chestRights.grantToUser, { params: { id: chestId, userId: holder.id }, body }),
  },
  team: {
    title: texts.ofTeam,
    saved: texts.savedOfTeam,
    read: ({ chestId, holder }: Target, signal: AbortSignal) =>
      call(chestRights.readOfTeam, { params: { id: chestId, teamId: holder.id }, signal }),
    save: ({ chestId, holder }: Target, body: Rights) =>
      call(chestRights.grantToTeam, { params: { id: chestId, teamId: holder.id }, body }),
  },
} as const

export type RightsEditorProps = {
  chest: { id: number; name: string }
  holder: Holder
  /** The badges of the row follow. */
  onSaved: (rights: Rights) => void
  onClose: () => void
}

/** The rights of one grant, read again when it opens: what a row shows may be minutes old. */
export function RightsEditor({ chest, holder, onSaved, onClose }: RightsEditorProps): ReactNode {
  const target = { chestId: chest.id, holder }
  const { data, error, refetch } = useQuery({
    queryKey: ['grant', chest.id, holder.kind, holder.id],
    queryFn: ({ signal }) => kinds[holder.kind].read(target, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  if (data !== undefined)
    return <Editor chest={chest} holder={holder} start={data} onSaved={onSaved} onClose={onClose} />
  return (
    <Dialog title={kinds[holder.kind].title(holder.name)} size="small" isOpen onClose={onClose}>
      {error === null ? (
        <Skeleton lines={6} />
      ) : (
        <ErrorBlock title={texts.loadFailed} onRetry={() => void refetch()}>
          {sentenceOf(error)}
        </ErrorBlock>
      )}
    </Dialog>
  )
}

function Editor(props: RightsEditorProps & { start: Rights }): ReactNode {
  const { chest, holder, start, onSaved, onClose } = props
  const toasts = useToasts()
  const { user } = useSession()
  const [rights, setRights] = useState<Rights>(start)
  const [isPending, setPending] = useState(false)
  const ticked = rightNames.filter((right) => rights[right]).length
  const isAll = ticked === rightNames.length

  const save = async () => {
    if (ticked === 0) return
    setPending(true)
    try {
      const saved = await kinds[holder.kind].save({ chestId: chest.id, holder }, rights)
      toasts.success(kinds[holder.kind].saved)
      onSaved(saved)
      onClose()
    } catch {
      setPending(false)
      toasts.error(texts.saveFailed)
    }
  }
  return (
    <FormDialog
      title={kinds[holder.kind].title(holder.name)}
      size="small"
      submitLabel={uiTexts.save}
      isReady={ticked > 0}
      isPending={isPending}
      isDirty={rightNames.some((right) => rights[right] !== start[right])}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p className={styles.on}>
        {texts.on} <strong>{chest.name}</strong>
      </p>
      <fieldset className={styles.rights}>
        <legend className={styles.legend}>{texts.legend}</legend>
        <div className={styles.all}>
          <Checkbox
            label={texts.all}
            isSelected={isAll}
            isIndeterminate={ticked > 0 && !isAll}
            onChange={() => setRights(everyRight(!isAll))}
            autoFocus
          />
        </div>
        {rightNames.map((right) => (
          <Checkbox
            key={right}
            name={right}
            label={rightWords[right].label}
            description={rightWords[right].detail}
            isSelected={rights[right]}
            onChange={(isTicked) => setRights({ ...rights, [right]: isTicked })}
          />
        ))}
      </fieldset>
      <div role="status" className={styles.notes}>
        {ticked === 0 && <Banner tone="attention">{texts.none}</Banner>}
        {ticked > 0 && !rights.read && <Banner tone="attention">{texts.withoutRead}</Banner>}
        {holder.kind === 'user' && holder.id === user.id && <Banner>{texts.oneself}</Banner>}
      </div>
    </FormDialog>
  )
}

const everyRight = (isTicked: boolean): Rights => (isTicked ? allRights : noRights)
