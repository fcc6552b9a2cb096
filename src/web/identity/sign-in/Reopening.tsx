import { useEffect, useRef, useState, type ReactNode } from 'react'
import { KeyRound } from 'lucide-react'
import { reopening } from '#contract/identity/reopening.ts'
import { session } from '#contract/platform/session.ts'
import { authTexts } from '#texts/identity/sign-in.ts'
import { reopeningTexts as texts } from '#texts/identity/reopening.ts'
import { call } from '#web/platform/api/client.ts'
import { isCode, sentenceOf } from '#web/platform/api/errors.ts'
import { knowsPasskeys, signWithPasskey } from '#web/platform/api/passkey.ts'
import {
  askOtherTabs,
  clearStored,
  readOwnOrigin,
  removeStored,
  watchChannel,
} from '#web/platform/api/storage.ts'
import { required } from '#web/platform/shell/checks.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { PasswordField } from '#web/platform/ui/PasswordField.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useForm } from '#web/platform/ui/useForm.ts'
import { AuthForm } from './AuthForm.tsx'
import { AuthFrame } from '#web/platform/shell/AuthFrame.tsx'
import { blockOf, type Block } from './BlockNotice.tsx'
import { enter, fetchOffers, type Offers } from './offers.ts'
import styles from './Reopening.module.css'

export type ReopeningProps = NonNullable<Offers['locked']> & {
  /** Shows the login form: the session ended, or another person signs in (`login` is then empty). */
  onOver: (left: { login: string; block: Block | null }) => void
}

/** Reopens the locked session of this browser in one step, at the page that was left. */
export function Reopening({ login, name, means, onOver }: ReopeningProps): ReactNode {
  const toasts = useToasts()
  const [busy, setBusy] = useState<'password' | 'passkey' | 'other' | null>(null)
  const form = useForm({ password: '' }, { password: required })
  const hasPassword = means.includes('password')
  const hasPasskey = means.includes('passkey') && knowsPasskeys()
  const tellTabs = useReopenedElsewhere()
  // Such as a passkey alone, in a browser that knows none.
  const isHopeless = !hasPassword && !hasPasskey
  useEffect(() => {
    if (isHopeless) onOver({ login, block: null })
  }, [isHopeless, login, onOver])

  const reopen = async (by: 'password' | 'passkey', prove: () => Promise<object | null>) => {
    setBusy(by)
    try {
      if ((await prove()) !== null) {
        tellTabs()
        // The button stays busy until the next page loads.
        await enter(clearStored, readOwnOrigin())
      }
    } catch (error) {
      if (isCode(error, 'SESSION_EXPIRED') || isCode(error, 'ACCOUNT_BLOCKED')) {
        // Another tab may have reopened it.
        await enterIfOpen()
        toasts.error(sentenceOf(error))
        return onOver({ login, block: blockOf(error, login) })
      }
      const isWrong = isCode(error, 'PROOF_WRONG')
      toasts.error(isWrong ? texts.wrong : sentenceOf(error))
      if (isWrong || isCode(error, 'DIRECTORY_PASSWORD_EXPIRED')) {
        form.set({ password: '' })
        form.fail('password', isWrong ? texts.wrong : sentenceOf(error))
      }
    }
    setBusy(null)
  }
  const usePasskey = () =>
    reopen('passkey', async () => {
      const options = await call(reopening.askPasskey, {})
      const response = await signWithPasskey(options).catch(() => null)
      if (response !== null) return call(reopening.byPasskey, { body: { response } })
      toasts.error(texts.gaveUp)
      return null
    })
  const signInOtherwise = async () => {
    setBusy('other')
    clearStored()
    // Another sign-in ends the session too.
    await call(session.logout, {}).catch(() => toasts.error(authTexts.signOutFailed))
    onOver({ login: '', block: null })
  }

  const passkey = hasPasskey && (
    <Button
      {...(!hasPassword && { look: 'primary' as const })}
      icon={<KeyRound />}
      isWide
      autoFocus={!hasPassword}
      isPending={busy === 'passkey'}
      onPress={() => void usePasskey()}
    >
      {texts.passkey}
    </Button>
  )
  const after = (
    <>
      {hasPassword && passkey}
      <div className={styles.other}>
        <Button look="plain" size="small" isPending={busy === 'other'} onPress={() => void signInOtherwise()}>
          {texts.other}
        </Button>
      </div>
    </>
  )
  const frame = { title: authTexts.title, intro: texts.intro(name) }
  if (!hasPassword) {
    return (
      <AuthFrame {...frame}>
        <div className={styles.ways}>
          {passkey}
          {after}
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthForm
      {...frame}
      name="reopening"
      form={form}
      submitLabel={texts.submit}
      isPending={busy === 'password'}
      onSubmit={({ password }) =>
        reopen('password', () => call(reopening.byPassword, { body: { password } }))
      }
      after={after}
    >
      {/* For password managers: which account the password is of. */}
      <input type="text" autoComplete="username" value={login} readOnly hidden />
      <PasswordField
        isRequired
        label={authTexts.password}
        id="password"
        name="password"
        autoComplete="current-password"
        autoFocus
        {...form.field('password')}
      />
    </AuthForm>
  )
}

/** Opens the page that this tab left if the session is open. The other tabs have theirs, and read the storage too. */
async function enterIfOpen(): Promise<void> {
  const { offers } = await fetchOffers()
  if (offers.signedIn) await enter(() => removeStored('origin'), readOwnOrigin())
}

/**
 * Opens the page that this tab left once another tab has reopened the session.
 * @returns the function that announces this tab's own reopening
 */
function useReopenedElsewhere(): () => void {
  const isOwn = useRef(false)
  useEffect(() => {
    const channel = new BroadcastChannel(watchChannel)
    channel.onmessage = () => {
      // A page hears the message that it sends by another channel of its own.
      if (isOwn.current) return
      void enterIfOpen()
    }
    return () => channel.close()
  }, [])
  return () => {
    isOwn.current = true
    askOtherTabs()
  }
}
