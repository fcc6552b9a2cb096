import { useState, type ReactNode } from 'react'
import { signIn } from '#contract/identity/sign-in.ts'
import { authTexts } from '#texts/identity/sign-in.ts'
import { call } from '#web/platform/api/client.ts'
import { ApiError, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { store } from '#web/platform/api/storage.ts'
import { required } from '#web/platform/shell/checks.ts'
import { Switch } from '#web/platform/ui/Checkbox.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { blockOf, BlockNotice, type Block } from './BlockNotice.tsx'
import { loginFault } from './loginFault.ts'
import styles from './LoginForm.module.css'
import { isBeforePage, type Offers } from './offers.ts'
import { storePasswordRule } from './passwordRule.ts'
import { SsoButton, SsoPlaceholder } from './SsoButton.tsx'

/** The checks of the two fields: the login has a pattern, a password is any text. */
const checks = {
  login: loginFault,
  password: required,
}

/** The page that requests a link to set a password. */
const resetPath = '/auth/reset'

export type LoginFormProps = {
  offers: Offers
  /** Whether to reserve the place of the single sign-on button, which may appear later. */
  keepsPlace: boolean
  /** The login of a former attempt. */
  login: string
  /** Whether a directory keeps the password. */
  isDist: boolean
  onDist: (isDist: boolean) => void
  /** The block of an account that failed at its second factor. */
  block: Block | null
  /** Why the former attempt ended, shown at the password that must be typed again. */
  refusal: string | null
  onStep: (step: { jwt: string; login: string }) => void
  /** The notice above the form. */
  notice: ReactNode
}

/** Login and password, which give the token of the second factor and no access yet. */
export function LoginForm({ offers, login, isDist, onStep, ...props }: LoginFormProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [block, setBlock] = useState(props.block)
  const { notice } = props
  const form = useForm({ login, password: '' }, checks, { password: props.refusal })

  const submit = async (typed: { login: string; password: string }) => {
    const values = { ...typed, login: typed.login.trim() }
    setPending(true)
    setBlock(null)
    try {
      const type = isDist ? 'DIST' : 'LOCAL'
      const { jwt } = await call(signIn.step1, { body: { ...values, type, source: 'web' } })
      store('jwt', jwt)
      toasts.clear()
      onStep({ jwt, login: values.login })
    } catch (error) {
      if (error instanceof ApiError && error.status === 401 && error.redirect !== undefined) {
        store('login', values.login)
        storePasswordRule(values.login, error.details)
        if (!isBeforePage()) return window.location.assign(error.redirect)
        window.open(error.redirect, '_blank')
        return setPending(false)
      }
      // Any other failure does not mean that the password is wrong.
      const isWrong = error instanceof ApiError && error.status === 401
      const isToChange = isCode(error, 'DIRECTORY_PASSWORD_EXPIRED')
      const sentence = isWrong ? authTexts.failed : sentenceOf(error)
      toasts.error(sentence)
      setBlock(blockOf(error, values.login))
      if (isWrong || isToChange) form.set({ password: '' })
      // At the field to type again, for both fields: it must not reveal whether the login exists. A toast alone goes.
      if (isToChange || isCode(error, 'SIGN_IN_FAILED')) form.fail('password', sentence)
      setPending(false)
    }
  }

  const loginField = form.field('login')
  const password = form.field('password')
  return (
    <AuthForm
      title={authTexts.title}
      notice={notice}
      name="sign-in"
      form={form}
      submitLabel={authTexts.submit}
      isPending={isPending}
      onSubmit={submit}
      after={
        offers.sso !== null ? (
          <SsoButton href="/api/auth/sso/authorize" label={offers.sso.label} />
        ) : (
          props.keepsPlace && <SsoPlaceholder />
        )
      }
    >
      <BlockNotice block={block} login={form.values.login} />
      <TextField
        isRequired
        label={authTexts.login}
        id="login"
        name="login"
        autoComplete="username"
        spellCheck={false}
        autoFocus={login === '' && notice === null}
        {...loginField}
        // A green login would tell that the password was the wrong one.
        isValid={password.error === null ? loginField.isValid : undefined}
      />
      <PasswordField
        isRequired
        label={authTexts.password}
        id="password"
        name="password"
        autoComplete="current-password"
        autoFocus={login !== '' && notice === null}
        {...password}
      />
      <div className={styles.ways}>
        <Switch label={authTexts.dist} name="type" isSelected={isDist} onChange={props.onDist} />
        {/* The place stays reserved when the link is hidden. */}
        <span className={styles.forgotten}>
          {!isDist && (
            <a href={resetPath} target={isBeforePage() ? '_blank' : undefined}>
              {authTexts.forgotten}
            </a>
          )}
        </span>
        <p role="status" className={styles.note}>
          {isDist && !offers.distAvailable && authTexts.noDirectory}
        </p>
      </div>
    </AuthForm>
  )
}
