import { useEffect, useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { accountSecurity } from '#contract/identity/account-security.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { newPasswordHelp } from '#texts/platform/account-passwords.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { clearUnlocked } from '#web/platform/api/unlocking.ts'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'
import { required } from '#web/platform/shell/checks.ts'
import { newPasswordFault } from '#web/platform/shell/newPassword.ts'
import { onSeal } from '#web/platform/shell/sealedPage.ts'
import { useMay, useNamesAround } from '#web/platform/shell/session.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Form } from '#web/platform/ui/Form.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import styles from './Account.module.css'
import { accountKey, type Account } from './queries.ts'
import { Section } from './Section.tsx'
import { useProof } from './useProof.tsx'

const texts = accountSecurityTexts.password
const empty = { oldPassword: '', newPassword: '', confirmPassword: '' }
type Values = typeof empty

const checksOf = (of: { login: string; administers: boolean }) => ({
  oldPassword: required,
  newPassword: (text: string) => newPasswordFault(text, of),
  confirmPassword: (text: string, { newPassword }: Values) =>
    required(text) ?? (text === newPassword ? null : texts.confirmationDiffers),
})

/** Changes the user's own password, which ends the other sessions. */
export function PasswordSection({ own }: { own: Account }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const { proved, dialog } = useProof(own)
  const [isPending, setPending] = useState(false)
  const administers = useMay('openBackOffice')
  const around = useNamesAround()
  const form = useForm(empty, checksOf({ login: own.login, administers }))
  const { set, values } = form
  // The sign-in in front of a hidden page asks for the password in force: it is not kept. The next one opens nothing yet.
  useEffect(() => onSeal(() => set({ oldPassword: '' })), [set])

  const change = async (values: Values) => {
    setPending(true)
    try {
      const deed = () => call(accountSecurity.changePassword, { body: values })
      if ((await proved(deed, values.oldPassword)) !== null) {
        form.reset(empty)
        // The session continues under another cookie, which unlocks no guardian chest.
        clearUnlocked()
        toasts.success(texts.done)
        await cache.invalidateQueries({ queryKey: accountKey })
      }
    } catch (error) {
      if (isCode(error, 'PROOF_WRONG')) form.fail('oldPassword', texts.oldPasswordWrong)
      else if (isCode(error, 'PASSWORD_TOO_WEAK') || isCode(error, 'USER_PASSWORD_ALREADY_IN_HISTORY'))
        form.fail('newPassword', error.message)
      else toasts.error(sentenceOf(error))
    } finally {
      setPending(false)
    }
  }
  if (own.keptByDirectory) return <Section title={texts.title} detail={texts.keptByDirectory} />
  if (own.singleSignOn !== null && !own.hasPassword)
    return <Section title={texts.title} detail={texts.ofProvider(own.singleSignOn)} />
  return (
    <Section title={texts.title} detail={texts.detail(newPasswordHelp(administers))}>
      <Form
        aria-label={texts.title}
        refusals={form.refusals}
        isUnsaved={values.newPassword !== '' || values.confirmPassword !== ''}
        isPending={isPending}
        onSubmit={() => form.submit((values) => void change(values))}
      >
        {/* Password managers identify the account by this field. */}
        <input type="text" name="username" autoComplete="username" value={own.login} readOnly hidden />
        <PasswordField
          isRequired
          label={texts.oldPassword}
          autoComplete="current-password"
          {...form.field('oldPassword')}
        />
        <PasswordField
          isRequired
          label={texts.newPassword}
          autoComplete="new-password"
          {...form.field('newPassword')}
        />
        {values.newPassword !== '' && (
          <StrengthMeter
            password={values.newPassword}
            forbiddenWords={[own.login, own.firstName, own.lastName, own.email, ...around]}
            floor={passwordFloors.account}
          />
        )}
        <PasswordField
          isRequired
          label={texts.confirmation}
          autoComplete="new-password"
          {...form.field('confirmPassword')}
        />
        <div className={styles.buttons}>
          <Button type="submit" isPending={isPending} isDisabled={!form.isReady || !form.isDirty}>
            {texts.submit}
          </Button>
        </div>
      </Form>
      {dialog}
    </Section>
  )
}
