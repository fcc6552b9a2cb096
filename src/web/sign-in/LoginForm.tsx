import { useState, type ReactNode } from 'react'
import { signIn } from '#contract/sign-in.ts'
import { authTexts } from '#texts/auth.ts'
import { call } from '#web/api/client.ts'
import { ApiError, sentenceOf } from '#web/api/errors.ts'
import { store } from '#web/api/storage.ts'
import { follows, required } from '#web/shell/checks.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { useToasts } from '#web/ui/Toast.tsx'
import { useForm } from '#web/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthFrame } from './AuthFrame.tsx'
import { blockOf, BlockNotice } from './BlockNotice.tsx'

/** The rules of the two fields: the login's named one; a password is any text. */
const checks = {
  login: (text: string) => required(text) ?? follows('REGEX_LOGIN', authTexts.loginFormat)(text),
  password: required,
}

export type LoginFormProps = {
  /** Known from a former attempt. */
  login: string
  /** Until when the account is blocked that failed at its second factor. */
  blockedUntil: string | null
  onStep: (step: { jwt: string; login: string }) => void
}

/** Login and password, which bring the token of the second factor and open nothing yet. */
export function LoginForm({ login, onStep, ...props }: LoginFormProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [blockedUntil, setBlockedUntil] = useState(props.blockedUntil)
  const form = useForm({ login, password: '' }, checks)

  const submit = async (values: { login: string; password: string }) => {
    setPending(true)
    setBlockedUntil(null)
    try {
      const { jwt } = await call(signIn.step1, { body: { ...values, type: 'LOCAL', source: 'web' } })
      store('jwt', jwt)
      toasts.clear()
      onStep({ jwt, login: values.login })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && error.redirect !== undefined) {
        store('login', values.login)
        window.location.assign(error.redirect)
        return
      }
      toasts.error(error instanceof ApiError && error.status === 401 ? authTexts.failed : sentenceOf(error))
      setBlockedUntil(blockOf(error))
      form.set({ password: '' })
      setPending(false)
    }
  }

  return (
    <AuthFrame title={authTexts.title}>
      <AuthForm form={form} submitLabel={authTexts.submit} isPending={isPending} onSubmit={submit}>
        <BlockNotice until={blockedUntil} />
        <TextField
          label={authTexts.login}
          name="login"
          autoComplete="username"
          spellCheck={false}
          autoFocus={login === ''}
          {...form.field('login')}
        />
        <PasswordField
          label={authTexts.password}
          name="password"
          autoComplete="current-password"
          autoFocus={login !== ''}
          {...form.field('password')}
        />
      </AuthForm>
    </AuthFrame>
  )
}
