import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { chestRights } from '#contract/office/chest-rights.ts'
import { allRights, noRights, rightNames, withRight, type Rights } from '#domain/platform/rights.ts'
import { chestRightTexts, rightWords } from '#texts/platform/chest-rights.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { call } from '#web/platform/api/client.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './RightsEditor.module.css'

const texts = chestRightTexts.editor

/** The user or team that holds the edited grant. */
export type Holder = { kind: 'user' | 'team'; id: number; name: string }
type Target = { chestId: number; holder: Holder }

/** The calls and texts that differ between users and teams. */
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
  /** Called with the saved rights, so that the row's badges follow. */
  onSaved: (rights: Rights) => void
  onClose: () => void
}

/**
 * The rights of one grant, read again when the dialog opens because a row may be minutes old. Loading and
 * editing share one dialog, so that the focus returns to the element that opened it.
 */
export function RightsEditor({ chest, holder, onSaved, onClose }: RightsEditorProps): ReactNode {
  const target = { chestId: chest.id, holder }
  const toasts = useToasts()
  const query = useQuery({
    queryKey: ['grant', chest.id, holder.kind, holder.id],
    queryFn: ({ signal }) => kinds[holder.kind].read(target, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [typed, setTyped] = useState<Rights | null>(null)
  const [isPending, setPending] = useState(false)
  const rights = typed ?? query.data

  const save = async () => {
    if (!rights?.read) return
    setPending(true)
    try {
      const saved = await kinds[holder.kind].save(target, rights)
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
      isReady={rights?.read === true}
      isPending={isPending}
      isDirty={rights !== undefined && rightNames.some((right) => rights[right] !== query.data?.[right])}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Loaded query={query} failed={texts.loadFailed} lines={6}>
        {(read) => <Boxes chest={chest} holder={holder} rights={typed ?? read} onChange={setTyped} />}
      </Loaded>
    </FormDialog>
  )
}

function Boxes(
  props: Pick<RightsEditorProps, 'chest' | 'holder'> & { rights: Rights; onChange: (rights: Rights) => void },
): ReactNode {
  const { chest, holder, rights, onChange } = props
  const { user } = useSession()
  const ticked = rightNames.filter((right) => rights[right]).length
  const isAll = ticked === rightNames.length
  return (
    <>
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
            onChange={() => onChange(everyRight(!isAll))}
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
            onChange={(isTicked) => onChange(withRight(rights, right, isTicked))}
          />
        ))}
      </fieldset>
      <div role="status" className={styles.notes}>
        {ticked === 0 && <Banner tone="attention">{texts.none}</Banner>}
        {ticked > 0 && !rights.read && <Banner tone="attention">{texts.withoutRead}</Banner>}
        {holder.kind === 'user' && holder.id === user.id && <Banner>{texts.oneself}</Banner>}
      </div>
    </>
  )
}

const everyRight = (isTicked: boolean): Rights => (isTicked ? allRights : noRights)
