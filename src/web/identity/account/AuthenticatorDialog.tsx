import { useState, type ReactNode } from 'react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { accountSecurity } from '#contract/identity/account-security.ts'
import { screenLimits } from '#domain/platform/limits.ts'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { oneTimeCode } from '#web/platform/shell/checks.ts'
import { CodeField } from '#web/platform/ui/CodeField.tsx'
import { CopyButton } from '#web/platform/ui/CopyButton.tsx'
import { FormDialog } from '#web/platform/ui/FormDialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import styles from './Account.module.css'

const texts = accountSecurityTexts.factors
const checks = { token: oneTimeCode }
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

export type AuthenticatorDialogProps = {
  drawn: ReplyOf<typeof accountSecurity.drawAuthenticator>
  onReplaced: () => void
  onClose: () => void
}

/** The QR code of another authenticator, which is confirmed with one of its codes. */
export function AuthenticatorDialog({ drawn, onReplaced, onClose }: AuthenticatorDialogProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const form = useForm({ token: '' }, checks)

  const confirm = async (values: { token: string }) => {
    setPending(true)
    try {
      await call(accountSecurity.confirmAuthenticator, { body: values })
      onReplaced()
    } catch (error) {
      setPending(false)
      if (isCode(error, 'CODE_WRONG')) form.fail('token', error.message)
      else toasts.error(sentenceOf(error))
    }
  }
  return (
    <FormDialog
      title={texts.replaceTitle}
      submitLabel={texts.confirm}
      isReady={form.isReady}
      isPending={isPending}
      refusals={form.refusals}
      onSubmit={() => form.submit((values) => void confirm(values))}
      onClose={onClose}
    >
      <p>{texts.scan}</p>
      <img className={styles.qr} src={`data:image/png;base64,${drawn.qrCode}`} alt={texts.qrCode} />
      <p>{texts.noCamera}</p>
      <p className={styles.secret}>
        <code translate="no" data-secret="">
          {inGroups(drawn.secret)}
        </code>
        <CopyButton
          label={texts.copySecret}
          source={drawn.secret}
          done={texts.secretCopied}
          clearAfter={screenLimits.clipboardMs}
          size="small"
        />
      </p>
      <CodeField {...form.field('token')} label={texts.token} autoFocus />
    </FormDialog>
  )
}
