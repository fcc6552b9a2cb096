import { useState, type ReactNode } from 'react'
import { setup } from '#contract/identity/setup.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { proposedLogin } from '#domain/platform/proposed-login.ts'
import { setupTexts } from '#texts/identity/passwords.ts'
import { authTexts } from '#texts/identity/sign-in.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { store } from '#web/platform/api/storage.ts'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'
import { all, follows, required } from '#web/platform/shell/checks.ts'
import { newPasswordFault } from '#web/platform/shell/newPassword.ts'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { ButtonLink } from '#web/platform/ui/Button.tsx'
import { FormRow } from '#web/platform/ui/Form.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import styles from './PasswordPage.module.css'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'

const empty = { firstName: '', lastName: '', email: '', login: '', password: '' }
type Values = typeof empty

const checks = {
  firstName: all(required, follows('REGEX_FIRST_NAME', setupTexts.nameFormat)),
  lastName: all(required, follows('REGEX_LAST_NAME', setupTexts.nameFormat)),
  email: all(required, follows('REGEX_EMAIL', setupTexts.emailFormat)),
  login: all(required, follows('REGEX_LOGIN', authTexts.loginFormat)),
  password: (text: string, { login }: Values) => newPasswordFault(text, { login, administers: true }),
}

/**
 * /setup: creates the first super administrator. `token` is in the fragment, which no server log contains.
 */
export function SetupPage({ token }: { token: string }): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [isGone, setGone] = useState(false)
  const form = useForm(empty, checks)
  usePageTitle(setupTexts.pageTitle)
  const [isLoginTyped, setLoginTyped] = useState(false)
  /** The login follows the names until it is typed. */
  const name = (part: 'firstName' | 'lastName') => {
    const field = form.field(part)
    if (isLoginTyped) return field
    const onChange = (text: string) =>
      form.set({ [part]: text, login: proposedLogin({ ...form.values, [part]: text }) })
    return { ...field, onChange }
  }
  const loginField = form.field('login')

  const submit = async (values: Values) => {
    setPending(true)
    try {
      await call(setup.create, { body: { token, ...values } })
      store('login', values.login.trim())
      window.location.replace('/auth#compte-cree')
    } catch (error) {
      setPending(false)
      if (isCode(error, 'NOT_FOUND')) setGone(true)
      else if (isCode(error, 'PASSWORD_TOO_WEAK')) form.fail('password', error.message)
      else toasts.error(sentenceOf(error))
    }
  }

  if (isGone) {
    return (
      <AuthFrame title={setupTexts.gone.title} intro={setupTexts.gone.detail}>
        <ButtonLink href="/auth" look="primary">
          {setupTexts.gone.signIn}
        </ButtonLink>
      </AuthFrame>
    )
  }
  if (token === '')
    return (
      <AuthFrame title={setupTexts.noToken.title} intro={setupTexts.noToken.detail}>
        {null}
      </AuthFrame>
    )
  return (
    <AuthForm
      title={setupTexts.title}
      intro={setupTexts.intro}
      isWide
      name="setup"
      form={form}
      submitLabel={setupTexts.submit}
      isPending={isPending}
      onSubmit={submit}
    >
      <FormRow>
        <TextField
          label={setupTexts.firstName}
          autoComplete="given-name"
          isRequired
          autoFocus
          {...name('firstName')}
        />
        <TextField label={setupTexts.lastName} autoComplete="family-name" isRequired {...name('lastName')} />
      </FormRow>
      <FormRow>
        <TextField
          label={setupTexts.email}
          type="email"
          autoComplete="email"
          isRequired
          {...form.field('email')}
        />
        <TextField
          label={setupTexts.login}
          autoComplete="username"
          spellCheck={false}
          isRequired
          description={setupTexts.loginDetail}
          {...loginField}
          onChange={(text) => {
            setLoginTyped(text !== '')
            loginField.onChange(text)
          }}
        />
      </FormRow>
      <div className={styles.withMeter}>
        <PasswordField
          label={setupTexts.password}
          description={setupTexts.passwordHelp}
          autoComplete="new-password"
          isRequired
          {...form.field('password')}
        />
        {form.values.password !== '' && (
          <StrengthMeter
            password={form.values.password}
            forbiddenWords={[
              form.values.login,
              form.values.firstName,
              form.values.lastName,
              form.values.email,
            ]}
            floor={passwordFloors.account}
          />
        )}
      </div>
    </AuthForm>
  )
}
