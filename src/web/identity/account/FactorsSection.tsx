import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { LifeBuoy, Mail, Smartphone } from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { accountSecurity } from '#contract/identity/account-security.ts'
import { recoveryCodes } from '#contract/identity/recovery-codes.ts'
import { accountSecurityTexts } from '#texts/identity/account.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { clearUnlocked } from '#web/platform/api/unlocking.ts'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import rows from '#web/platform/ui/RowList.module.css'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { accountKey, type Account } from './queries.ts'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { Section } from './Section.tsx'
import { useProof } from './useProof.tsx'

const texts = accountSecurityTexts.factors
const recovery = accountSecurityTexts.recovery
const clockStepMs = 30_000

type Busy = 'authenticator' | 'codes' | 'mail'
type Opened =
  | { name: 'authenticator'; drawn: ReplyOf<typeof accountSecurity.drawAuthenticator> }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'renewal' | 'mail' }

/** The authenticator and the recovery codes. */
export function FactorsSection({ own }: { own: Account }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const now = useNow(clockStepMs)
  const { proved, dialog } = useProof(own)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [busy, setBusy] = useState<Busy | null>(null)
  const { left, createdAt } = own.recoveryCodes
  const close = () => setOpened(null)
  const refresh = () => cache.invalidateQueries({ queryKey: accountKey })

  /** Runs an action that requires a proof, and shows its result. */
  const run = async <Result,>(
    what: Busy,
    deed: () => Promise<Result>,
    show: (result: Result) => Opened | null,
  ) => {
    setBusy(what)
    try {
      const result = await proved(deed)
      if (result !== null) setOpened(show(result))
    } catch (error) {
      toasts.error(sentenceOf(error))
    } finally {
      setBusy(null)
    }
  }
  const replace = () =>
    run(
      'authenticator',
      () => call(accountSecurity.drawAuthenticator, {}),
      (drawn) => ({ name: 'authenticator', drawn }),
    )
  const chooseMail = () =>
    run(
      'mail',
      () => call(accountSecurity.chooseMail, {}),
      () => {
        clearUnlocked()
        toasts.success(texts.mailChosen)
        void refresh()
        return null
      },
    )
  const renew = () =>
    run(
      'codes',
      () => call(recoveryCodes.renew, {}),
      ({ codes }) => ({ name: 'codes', codes }),
    )
  return (
    <Section title={texts.title} detail={texts.detail}>
      <ul className={rows.list} aria-label={texts.title}>
        <li>
          <span className={rows.icon} aria-hidden="true">
            <Smartphone />
          </span>
          <div className={rows.words}>
            <p className={rows.title}>{texts.authenticator}</p>
            <p className={rows.detail}>
              {own.hasAuthenticator ? texts.authenticatorOn : texts.authenticatorOff}
            </p>
          </div>
          <Button size="small" isPending={busy === 'authenticator'} onPress={() => void replace()}>
            {own.hasAuthenticator ? texts.replace : texts.add}
          </Button>
        </li>
        {(own.factorByMail || own.mayChooseMail) && (
          <li>
            <span className={rows.icon} aria-hidden="true">
              <Mail />
            </span>
            <div className={rows.words}>
              <p className={rows.title}>{texts.byMail}</p>
              <p className={rows.detail}>{own.factorByMail ? texts.byMailOn : texts.byMailOff}</p>
            </div>
            {own.mayChooseMail && (
              <Button
                size="small"
                aria-label={texts.chooseMailOf}
                isPending={busy === 'mail'}
                onPress={() => setOpened({ name: 'mail' })}
              >
                {texts.chooseMail}
              </Button>
            )}
          </li>
        )}
        <li>
          <span className={rows.icon} aria-hidden="true">
            <LifeBuoy />
          </span>
          <div className={rows.words}>
            <p className={rows.title}>{recovery.title}</p>
            <p className={rows.detail}>{recovery.detail}</p>
            <p className={rows.detail}>
              {createdAt === null ? (
                recovery.none
              ) : (
                <>
                  {recovery.left(left)}, {recovery.since} <RelativeTime at={createdAt} now={now} />
                </>
              )}
            </p>
          </div>
          <Button
            size="small"
            isPending={busy === 'codes'}
            onPress={() => (createdAt === null ? void renew() : setOpened({ name: 'renewal' }))}
          >
            {createdAt === null ? recovery.create : recovery.renew}
          </Button>
        </li>
      </ul>
      {dialog}
      {opened?.name === 'authenticator' && (
        <AuthenticatorDialog
          drawn={opened.drawn}
          onReplaced={() => {
            close()
            // The session continues under another cookie, which unlocks no guardian chest.
            clearUnlocked()
            toasts.success(texts.replaced)
            void refresh()
          }}
          onClose={close}
        />
      )}
      {opened?.name === 'renewal' && (
        <ConfirmDialog
          isOpen
          title={recovery.renewTitle}
          confirmLabel={recovery.renew}
          look="primary"
          onConfirm={() => void renew()}
          onClose={close}
        >
          <p>{recovery.renewDetail}</p>
        </ConfirmDialog>
      )}
      {opened?.name === 'mail' && (
        <ConfirmDialog
          isOpen
          title={texts.chooseMailTitle}
          confirmLabel={texts.chooseMail}
          look="primary"
          onConfirm={() => void chooseMail()}
          onClose={close}
        >
          <p>{texts.chooseMailDetail}</p>
        </ConfirmDialog>
      )}
      {opened?.name === 'codes' && (
        <RecoveryDialog
          login={own.login}
          codes={opened.codes}
          onClose={() => {
            close()
            void refresh()
          }}
        />
      )}
    </Section>
  )
}
