import { useEffect, useState, type ReactNode } from 'react'
import { demo } from '#contract/identity/demo.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { usualOtp } from '#domain/platform/one-time-code.ts'
import { otpWidget } from '#domain/platform/otp-tones.ts'
import { demoTexts } from '#texts/platform/demo.ts'
import { call } from '#web/platform/api/client.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { OtpRing } from '#web/platform/ui/OtpRing.tsx'
import styles from './DemoPanel.module.css'

type Accounts = ReplyOf<typeof demo.accounts>
type Account = Accounts[number]
const tones = { success: 'success', attention: 'attention', error: 'danger' } as const
const texts = demoTexts

/** A notice above the sign-in of a demonstration, with its accounts and their current codes. */
export function DemoPanel(): ReactNode {
  const { accounts, readAt, isFailed } = useAccounts()
  const keys = useMasterKeys()
  const now = useSeconds()
  return (
    <section className={styles.panel} aria-label={texts.accounts}>
      <Banner tone="attention" title={texts.banner.title}>
        {texts.banner.detail}
      </Banner>
      {isFailed && <p>{texts.failed}</p>}
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.login} className={styles.account}>
            <div className={styles.who}>
              <strong>{account.name}</strong>
              <span className={styles.quiet}>{account.shownAs}</span>
            </div>
            <code className={styles.login}>{account.login}</code>
            <Code account={account} elapsed={Math.max(0, Math.floor((now - readAt) / 1000))} />
            <Button size="small" aria-label={texts.use(account.name)} onPress={() => fill(account)}>
              {texts.fill}
            </Button>
          </li>
        ))}
      </ul>
      {accounts[0] !== undefined && (
        <p className={styles.quiet}>
          {texts.password}
          {'\u00a0: '}
          <code translate="no">{accounts[0].password}</code>
        </p>
      )}
      {keys.length > 0 && (
        <dl className={styles.keys}>
          <dt className={styles.quiet}>
            {texts.keys}
            {'\u00a0:'}
          </dt>
          {keys.map(({ chest, masterKey }) => (
            <dd key={chest}>
              {chest} <code translate="no">{masterKey}</code>
            </dd>
          ))}
        </dl>
      )}
    </section>
  )
}

function Code({ account, elapsed }: { account: Account; elapsed: number }): ReactNode {
  const left = Math.max(0, account.secondsLeft - elapsed)
  return (
    <span className={styles.code}>
      <OtpRing secondsLeft={left} period={usualOtp.period} tone={tones[otpWidget(left)]} size="small" />
      <code translate="no" aria-label={`${texts.code} ${account.code}`}>
        {account.code.replace(/^\d{3}/, '$& ')}
      </code>
    </span>
  )
}

/** Reads the accounts again when their codes have expired, and on focus, as a code may have been used. */
function useAccounts(): { accounts: Accounts; readAt: number; isFailed: boolean } {
  const [state, setState] = useState({ accounts: [] as Accounts, readAt: 0, isFailed: false })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const read = async () => {
      clearTimeout(timer)
      const accounts = await call(demo.accounts, {}).catch(() => null)
      if (isOver) return
      setState((before) => ({
        accounts: accounts ?? before.accounts,
        readAt: Date.now(),
        isFailed: accounts === null,
      }))
      timer = setTimeout(() => void read(), (accounts?.[0]?.secondsLeft ?? 5) * 1000)
    }
    const onFocus = () => void read()
    void read()
    window.addEventListener('focus', onFocus)
    return () => {
      isOver = true
      clearTimeout(timer)
      window.removeEventListener('focus', onFocus)
    }
  }, [])
  return state
}

/** Reads the master keys of the protected chests, which never change. */
function useMasterKeys(): ReplyOf<typeof demo.masterKeys> {
  const [keys, setKeys] = useState<ReplyOf<typeof demo.masterKeys>>([])
  useEffect(() => {
    call(demo.masterKeys, {}).then(setKeys, () => undefined)
  }, [])
  return keys
}

function useSeconds(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Fills the form on the page with an account's values, as if typed. */
function fill({ login, password, code }: Account): void {
  const values = { 'name="login"': login, 'name="password"': password, 'autocomplete="one-time-code"': code }
  // React ignores a value set by its own setter, so the native one is used.
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
  for (const [mark, value] of Object.entries(values)) {
    const field = document.querySelector<HTMLInputElement>(`input[${mark}]`)
    if (field === null) continue
    property?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }
}
