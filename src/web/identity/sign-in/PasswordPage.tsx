import { use, useState, type ReactNode } from 'react'
import { passwords } from '#contract/identity/passwords.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { newPasswordHelp } from '#texts/platform/account-passwords.ts'
import {
  passwordChangeTexts,
  passwordPageTexts as texts,
  passwordPageTexts,
} from '#texts/identity/passwords.ts'
import { call } from '#web/platform/api/client.ts'
import { ApiError, isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { removeStored, readStored, store } from '#web/platform/api/storage.ts'
import { StrengthMeter } from '#web/platform/ratings/StrengthMeter.tsx'
import { usePageTitle } from '#web/platform/shell/usePageTitle.ts'
import { Button, ButtonLink } from '#web/platform/ui/Button.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm, type Checks } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import { blockOf, BlockNotice, type Block } from './BlockNotice.tsx'
import type { MailedLink } from './mailedLink.ts'
import { type Offering, useOffers } from './offers.ts'
import styles from './PasswordPage.module.css'
import { removePasswordRule, storedPasswordRule, type PasswordRule } from './passwordRule.ts'
import { required } from '#web/platform/shell/checks.ts'
import { newPasswordFault } from '#web/platform/shell/newPassword.ts'
import { loginFault } from './loginFault.ts'
import { sso } from '#contract/identity/sso.ts'
import { markSsoRedirect } from './linkingCode.ts'
import { SsoButton, SsoPlaceholder } from './SsoButton.tsx'

export type PasswordPageProps = {
  link: MailedLink | null
  /** The offers of this host, for an invitation. */
  offers: Promise<Offering> | null
  /** The rule that the server returned for the account of a link. */
  rule: Promise<PasswordRule> | null
}

/** /auth/password: sets a password with the token of a link or, without one, with the old password. */
export function PasswordPage({ link, offers, rule }: PasswordPageProps): ReactNode {
  const toasts = useToasts()
  const [isPending, setPending] = useState(false)
  const [isOver, setOver] = useState(false)
  const [block, setBlock] = useState<Block | null>(null)
  const [known, setKnown] = useState(() => (link === null ? (readStored('login') ?? '') : link.login))
  const way = link === null ? 'byOld' : 'byLink'
  const empty: PasswordValues = { login: known, oldPassword: '', newPassword: '', confirmation: '' }
  const { administers, reason, words } = rule === null ? storedPasswordRule(known) : use(rule)
  const form = useForm(empty, passwordChecks(way, administers))
  usePageTitle(texts.pageTitle)

  const submit = async (typed: PasswordValues) => {
    const values = { ...typed, login: typed.login.trim() }
    setPending(true)
    setBlock(null)
    try {
      await call(passwords.change, { body: bodyOf(link, values) })
      removeStored('jwt')
      removePasswordRule()
      if (values.login !== '') store('login', values.login)
      window.location.replace('/auth?message=setpwd_success')
    } catch (error) {
      setPending(false)
      if (isCode(error, 'RESET_LINK_WRONG')) return setOver(true)
      toasts.error(toastOf(error))
      setBlock(blockOf(error, values.login))
      if (isCode(error, 'PASSWORD_TOO_WEAK') || isCode(error, 'USER_PASSWORD_ALREADY_IN_HISTORY'))
        form.fail('newPassword', error.message)
      else if (error instanceof ApiError && error.status === 401) form.set({ oldPassword: '' })
    }
  }

  const back = (
    <ButtonLink href="/auth" look="plain" isWide>
      {texts.back}
    </ButtonLink>
  )
  if (isOver) {
    return (
      <AuthFrame title={texts.linkOver.title} intro={texts.linkOver.detail}>
        <div className={styles.ways}>
          <ButtonLink href="/auth/reset" look="primary" isWide>
            {texts.linkOver.again}
          </ButtonLink>
          {back}
        </div>
      </AuthFrame>
    )
  }
  const { newPassword } = form.values
  return (
    <AuthForm
      title={texts.title}
      intro={reason === null ? texts[way] : texts.byOldBecause(passwordChangeTexts[reason])}
      name="password"
      form={form}
      submitLabel={texts.submit}
      isPending={isPending}
      onSubmit={submit}
      after={
        <>
          {link !== null && offers !== null && (
            <InvitationSso offers={offers} token={link.token} onOver={() => setOver(true)} />
          )}
          {back}
        </>
      }
    >
      <BlockNotice block={block} login={form.values.login} />
      {known === '' && way === 'byOld' ? (
        <TextField
          isRequired
          label={texts.login}
          id="login"
          name="login"
          autoComplete="username"
          spellCheck={false}
          autoFocus
          {...form.field('login')}
        />
      ) : (
        <KnownLogin
          login={known}
          onChange={
            way === 'byOld' &&
            (() => {
              setKnown('')
              form.set({ login: '' })
            })
          }
        />
      )}
      {way === 'byOld' && (
        <PasswordField
          isRequired
          label={texts.oldPassword}
          id="oldPassword"
          name="oldPassword"
          autoComplete="current-password"
          autoFocus={known !== ''}
          {...form.field('oldPassword')}
        />
      )}
      <div className={styles.withMeter}>
        <PasswordField
          isRequired
          label={texts.newPassword}
          description={newPasswordHelp(administers)}
          id="newPassword"
          name="newPassword"
          autoComplete="new-password"
          autoFocus={way === 'byLink'}
          {...form.field('newPassword')}
        />
        <StrengthMeter
          password={newPassword}
          forbiddenWords={[form.values.login, ...words]}
          floor={passwordFloors.account}
        />
      </div>
      <PasswordField
        isRequired
        label={texts.confirmation}
        id="confirmation"
        name="confirmation"
        autoComplete="new-password"
        {...form.field('confirmation')}
      />
    </AuthForm>
  )
}

/** The account of the password. Password managers look for it in a field of the form. */
function KnownLogin({ login, onChange }: { login: string; onChange: false | (() => void) }): ReactNode {
  return (
    <div className={styles.account} hidden={login === ''}>
      <p className={styles.login}>
        {texts.loginIs} <strong>{login}</strong>
      </p>
      <input type="text" hidden readOnly name="username" autoComplete="username" value={login} />
      {onChange && (
        <Button look="plain" size="small" onPress={onChange}>
          {texts.otherAccount}
        </Button>
      )}
    </div>
  )
}

const bodyOf = (
  link: MailedLink | null,
  { login, oldPassword, newPassword, confirmation: confirmPassword }: PasswordValues,
) =>
  link === null
    ? { login, oldPassword, newPassword, confirmPassword }
    : { token: link.token, newPassword, confirmPassword }

/** Returns a request to check the input, unless the error has another cause. */
function toastOf(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 429) return sentenceOf(error)
  return isCode(error, 'USER_PASSWORD_ALREADY_IN_HISTORY') ? error.message : texts.failed
}

/** The form of both ways: a link requires neither the login nor the old password. */
type PasswordValues = { login: string; oldPassword: string; newPassword: string; confirmation: string }

/** Required by the specification, although equality is enough. */
const shortestConfirmation = 3

function passwordChecks(way: 'byLink' | 'byOld', administers: boolean | null): Checks<PasswordValues> {
  const rules: Checks<PasswordValues> = {
    newPassword: (text, { login }) => newPasswordFault(text, { login, administers }),
    confirmation: (text, { newPassword }) =>
      required(text) ??
      (text === newPassword && text.length >= shortestConfirmation
        ? null
        : passwordPageTexts.confirmationDiffers),
  }
  if (way === 'byLink') return rules
  return {
    login: loginFault,
    oldPassword: required,
    ...rules,
  }
}

type InvitationSsoProps = { offers: Promise<Offering>; token: string; onOver: () => void }

/** Offers single sign-on, if it is configured, to accept an invitation without a password. */
function InvitationSso({ offers, token, onOver }: InvitationSsoProps): ReactNode {
  const toasts = useToasts()
  const { offers: known, keepsPlace } = useOffers(offers)
  const { sso: offered } = known
  const [isPending, setPending] = useState(false)
  if (offered === null) return keepsPlace && <SsoPlaceholder note={texts.bySso} />

  const answer = async () => {
    setPending(true)
    try {
      const { redirect } = await call(sso.invitation, { body: { token } })
      markSsoRedirect()
      window.location.assign(redirect)
    } catch (error) {
      setPending(false)
      if (isCode(error, 'RESET_LINK_WRONG')) onOver()
      else toasts.error(sentenceOf(error))
    }
  }
  return (
    <SsoButton label={offered.label} note={texts.bySso} isPending={isPending} onPress={() => void answer()} />
  )
}
