import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { chests } from '#contract/vault/chests.ts'
import { chestTexts } from '#texts/vault/chests.ts'
import { masterKeyTexts } from '#texts/vault/master-key.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { unlockOnArrival } from '#web/vault/master-key/queries.ts'
import { noKey, optionalKeyChecks } from '#web/vault/master-key/keyChecks.ts'
import { NewKeyFields } from '#web/vault/master-key/NewKeyFields.tsx'
import { ShareChoice, type ShareWish } from '#web/vault/master-key/ShareChoice.tsx'
import { useSession } from '#web/platform/shell/session.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { TextArea, TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { lazyDialog } from '#web/platform/shell/lazyDialog.tsx'
import { chestChecks } from './chestChecks.ts'

const SharesDialog = lazyDialog(() =>
  import('#web/vault/master-key/SharesDialog.tsx').then((module) => module.SharesDialog),
)

const empty = { name: '', description: '', ...noKey }
const checks = { ...chestChecks, ...optionalKeyChecks }

/**
 * The form of a new chest, on which the creator gets all five rights. A guardian chest is created locked, and
 * unlocked for its creator on arrival in the explorer.
 */
export function CreateChestDialog(props: {
  onCreated: (chestId: number) => void
  onClose: () => void
}): ReactNode {
  const toasts = useToasts()
  const cache = useQueryClient()
  const form = useDialogForm(empty, checks)
  const { recoveryShares } = useSession()
  const [wish, setWish] = useState<ShareWish>(null)
  const [made, setMade] = useState<{ id: number; name: string; masterKey: string } | null>(null)

  const submit = async (values: typeof empty) => {
    try {
      const { name, description, masterKey } = values
      const { id } = await call(chests.createOfUser, {
        body: { name, description, type: 'service', masterKey },
      })
      // If this fails, the explorer asks for the key.
      if (masterKey !== '') await unlockOnArrival(cache, id, masterKey).catch(() => undefined)
      await cache.invalidateQueries({ queryKey: cacheKeys.chests })
      toasts.success(chestTexts.created)
      if (masterKey !== '' && wish !== null) setMade({ id, name, masterKey })
      else props.onCreated(id)
    } catch (error) {
      toasts.error(chestTexts.createFailed)
      form.fail(isCode(error, 'MASTER_KEY_WEAK') ? 'masterKey' : 'name', sentenceOf(error))
    }
  }
  if (made !== null && wish !== null) {
    return (
      <SharesDialog
        chest={made}
        masterKey={made.masterKey}
        wish={wish}
        onClose={() => props.onCreated(made.id)}
      />
    )
  }
  return (
    <FormDialog
      title={chestTexts.createTitle}
      submitLabel={chestTexts.submit}
      {...form.dialog(submit)}
      onClose={props.onClose}
    >
      <TextField label={chestTexts.name} isRequired autoFocus {...form.field('name')} />
      <TextArea label={chestTexts.description} rows={2} {...form.field('description')} />
      <NewKeyFields
        label={masterKeyTexts.field}
        description={masterKeyTexts.optional}
        masterKey={form.field('masterKey')}
        confirmation={form.field('confirmation')}
        set={form.set}
        forbiddenWords={[form.values.name]}
      />
      {form.values.masterKey !== '' && recoveryShares && <ShareChoice wish={wish} onChange={setWish} />}
      {form.values.masterKey !== '' && <Banner tone="attention">{masterKeyTexts.lostForGood}</Banner>}
    </FormDialog>
  )
}
