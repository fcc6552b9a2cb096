import { useState, type ReactNode } from 'react'
import { Copy } from 'lucide-react'
import { screenLimits } from '#domain/platform/limits.ts'
import { uiTexts } from '#texts/platform/ui.ts'
import { itemTexts, panelTexts } from '#texts/vault/contents.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { all, required } from '#web/platform/shell/checks.ts'
import { ConflictBox } from '#web/vault/element-panel/ConflictBox.tsx'
import { FieldConflict } from '#web/vault/element-panel/conflicts.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { useCopy, type ClearedBy } from '#web/platform/ui/Clipboard.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { SecretMask } from '#web/platform/ui/SecretText.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useDialogForm } from '#web/platform/ui/useDialogForm.ts'
import { itemChecks } from './itemChecks.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { proposePassword } from './proposal.ts'
import { useItem, type Item } from './queries.ts'
import styles from './RenewDialog.module.css'
import { useCopyPassword, type UsedFrom } from './secrets.ts'
import { useItemSaves } from './useItemSaves.ts'

const texts = itemTexts.renewal
const checks = { password: all(required, itemChecks.password) }

export type RenewDialogProps = {
  chestId: number
  item: { id: number; name: string }
  from: UsedFrom
  onChanged: () => Promise<void>
  onClose: () => void
}

/** Replaces an item's password by a proposed one. The current one can be copied until then. */
export function RenewDialog(props: RenewDialogProps): ReactNode {
  const { data, error } = useItem(props.chestId, props.item.id)
  if (data !== undefined) return <RenewForm {...props} current={data} />
  return (
    <Dialog title={texts.title(props.item.name)} isOpen onClose={props.onClose}>
      {error === null ? <Skeleton lines={4} /> : <p role="alert">{sentenceOf(error)}</p>}
    </Dialog>
  )
}

function RenewForm(props: RenewDialogProps & { current: Item }): ReactNode {
  const { current, from, onClose } = props
  const toasts = useToasts()
  const copy = useCopy()
  const copyPassword = useCopyPassword(from)
  // A save starts from the item that was shown first: a later change by another user is a conflict.
  const [began] = useState(current)
  const { saver } = useItemSaves(began, props.onChanged)
  const [proposal, setProposal] = useState(proposePassword)
  const [isCopied, setCopied] = useState(false)
  const [conflict, setConflict] = useState<FieldConflict | null>(null)
  const form = useDialogForm({ password: proposal }, checks)
  const { password } = form.values

  const propose = () => {
    const next = proposePassword()
    setProposal(next)
    form.set({ password: next })
  }
  const save = async (put: (value: string) => Promise<void>, value: string) => {
    let clearedBy: ClearedBy | false
    const clearAfter = screenLimits.clipboardMs
    try {
      // Copied once it is saved: what is pasted elsewhere cannot be lost.
      clearedBy = await copy(() => put(value).then(() => value), { clearAfter })
    } catch (problem) {
      toasts.error(panelTexts.updateFailed)
      form.fail('password', problem instanceof FieldConflict ? '' : sentenceOf(problem))
      return setConflict(problem instanceof FieldConflict ? problem : null)
    }
    if (clearedBy === false) toasts.error(itemTexts.copyFailed)
    else toasts.success(texts.copied(uiTexts.clearedBy[clearedBy](clearAfter / 1000)))
    return onClose()
  }
  const sending = form.dialog(({ password: value }) => save(saver('password'), value))

  return (
    <FormDialog
      title={texts.title(current.name)}
      submitLabel={texts.submit}
      {...sending}
      // A copied password may be in use already: closing loses it.
      isDirty={sending.isDirty || isCopied}
      isReady={sending.isReady && conflict === null}
      // During a conflict, only its buttons save.
      onSubmit={() => conflict === null && sending.onSubmit()}
      onClose={onClose}
    >
      <p className={styles.intro}>{texts.intro}</p>
      <div className={styles.current}>
        <span className={styles.label}>{texts.current}</span>
        <SecretMask />
        <Button size="small" icon={<Copy />} onPress={() => void copyPassword(current.id)}>
          {texts.copyCurrent}
        </Button>
      </div>
      <PasswordInput
        label={texts.next}
        isRequired
        autoFocus
        forbiddenWords={[current.name, current.login]}
        {...form.field('password')}
        isSuggested={password !== '' && password === proposal}
        onPropose={propose}
        actions={
          <CopyButton
            size="small"
            label={texts.copyNext}
            source={password}
            done={texts.copied}
            clearAfter={screenLimits.clipboardMs}
            isDisabled={password === ''}
            onCopied={() => setCopied(true)}
          />
        }
      />
      {conflict !== null && (
        <ConflictBox
          by={conflict.by}
          isPending={sending.isPending === true}
          isReady={form.isReady}
          onKeepMine={() => form.dialog(({ password: value }) => save(conflict.keepMine, value)).onSubmit()}
          onTakeTheirs={onClose}
        >
          <SecretMask />
        </ConflictBox>
      )}
    </FormDialog>
  )
}
