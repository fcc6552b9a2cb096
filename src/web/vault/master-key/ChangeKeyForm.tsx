import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { masterKey } from '#contract/vault/master-key.ts'
import { masterKeyTexts } from '#texts/vault/master-key.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { clearUnlocked } from '#web/platform/api/unlocking.ts'
import { noKey, optionalKeyChecks, requiredKeyChecks } from './keyChecks.ts'
import { NewKeyFields } from './NewKeyFields.tsx'
import { ShareChoice, type ShareWish } from './ShareChoice.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Checkbox } from '#web/platform/ui/Checkbox.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import styles from './MasterKeyDialog.module.css'
import { triesLeft, unlockChest } from './queries.ts'

const texts = masterKeyTexts.manage
const empty = { current: '', ...noKey, leaked: false }
type Values = typeof empty
type Kind = 'protect' | 'change' | 'remove'

const currentCheck = (text: string): string | null => (text === '' ? masterKeyTexts.open.empty : null)
const checksOf = {
  protect: requiredKeyChecks,
  change: {
    ...requiredKeyChecks,
    current: currentCheck,
    masterKey: (text: string, { current }: Values) =>
      requiredKeyChecks.masterKey(text) ?? (text === current ? texts.same : null),
  },
  remove: { ...optionalKeyChecks, current: currentCheck },
} as const

const done: Record<Kind, string> = {
  protect: texts.protected,
  change: texts.changed,
  remove: texts.removed,
}

/** A key whose shares are to be printed. */
export type SharesToPrint = { masterKey: string; wish: { count: number; needed: number } }

export type ChangeKeyFormProps = {
  kind: Kind
  title: string
  chest: { id: number; name: string }
  /** `renews`: the content is being resealed. `print`: the requested shares of the new key. */
  onChanged: (renews: boolean, print: SharesToPrint | null) => Promise<void>
  onClose: () => void
}

/** The form that adds, changes or removes a chest's master key, with the consequences. */
export function ChangeKeyForm({ kind, title, chest, onChanged, onClose }: ChangeKeyFormProps): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const form = useDialogForm<Values>(empty, checksOf[kind])
  const { values } = form
  const { recoveryShares } = useSession()
  const [wish, setWish] = useState<ShareWish>(null)

  const submit = async ({ current, masterKey: next, leaked }: Values) => {
    try {
      const { renewal } = await call(masterKey.change, {
        params: { id: chest.id },
        body: {
          masterKey: kind === 'remove' ? null : next,
          ...(kind !== 'protect' && { current }),
          ...(kind === 'change' && leaked && { leaked }),
        },
      })
      cache.setQueryData<{ guardian: boolean }>(
        cacheKeys.chestHead(chest.id),
        (head) => head && { ...head, guardian: kind !== 'remove' },
      )
      // The change locked the chest in every session: unlock it for the caller.
      if (kind === 'remove') clearUnlocked()
      else await unlockChest(chest.id, next).catch(() => undefined)
      toasts.success(done[kind])
      await onChanged(renewal !== null, wish === null || kind === 'remove' ? null : { masterKey: next, wish })
    } catch (error) {
      toasts.error(texts.failed)
      tell(error)
    }
  }
  const tell = (error: unknown) => {
    if (isCode(error, 'MASTER_KEY_WRONG')) form.fail('current', masterKeyTexts.open.wrong(triesLeft(error)))
    else if (isCode(error, 'MASTER_KEY_WEAK')) form.fail('masterKey', sentenceOf(error))
    else form.fail(kind === 'protect' ? 'masterKey' : 'current', sentenceOf(error))
  }
  return (
    <FormDialog title={title} submitLabel={texts[`${kind}Submit`]} {...form.dialog(submit)} onClose={onClose}>
      <div className={styles.told}>
        <p>{texts[`${kind}What`]}</p>
        <p>{texts[`${kind}Who`]}</p>
      </div>
      {kind !== 'protect' && (
        <PasswordField label={texts.current} autoFocus isRequired {...form.field('current')} />
      )}
      {kind !== 'remove' && (
        <NewKeyFields
          label={kind === 'protect' ? masterKeyTexts.field : masterKeyTexts.newField}
          masterKey={form.field('masterKey')}
          confirmation={form.field('confirmation')}
          set={form.set}
          isRequired
          autoFocus={kind === 'protect'}
          forbiddenWords={[chest.name]}
        />
      )}
      {kind === 'change' && (
        <Checkbox
          label={texts.leaked}
          description={texts.leakedDetail}
          isSelected={values.leaked}
          onChange={(leaked) => form.set({ leaked })}
        />
      )}
      {kind !== 'remove' && recoveryShares && <ShareChoice wish={wish} onChange={setWish} />}
      {kind !== 'remove' && <Banner tone="attention">{masterKeyTexts.lostForGood}</Banner>}
    </FormDialog>
  )
}
