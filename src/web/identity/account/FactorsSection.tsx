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
import { Row, RowList } from '#web/platform/ui/RowList.tsx'
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx'
import { accountKey, type Account } from './queries.ts'
import { RecoveryDialog } from './RecoveryDialog.tsx'
import { Section } from './Section.tsx'
import { useProof } from './useProof.tsx'

const texts = accountSecurityTexts.factors
const recovery = accountSecurityTexts.recovery
const clockStepMs = 30_000

/** The actions that require a proof. */
type Act = 'authenticator' | 'mail' | 'codes'
type Opened =
  | { name: 'authenticator'; drawn: ReplyOf<typeof accountSecurity.drawAuthenticator> }
  | { name: 'codes'; codes: readonly string[] }
  | { name: 'question'; act: keyof typeof questions }

/** The confirmations of actions that replace something. */
const questions = {
  mail: { title: texts.chooseMailTitle, confirmLabel: texts.chooseMail, detail: texts.chooseMailDetail },
  codes: { title: recovery.renewTitle, confirmLabel: recovery.renew, detail: recovery.renewDetail },
} as const

/** The authenticator and the recovery codes. */
export function FactorsSection({ own }: { own: Account }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const now = useNow(clockStepMs)
  const { proved, dialog } = useProof(own)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [busy, setBusy] = useState<Act | null>(null)
  const { left, createdAt } = own.recoveryCodes
  const close = () => setOpened(null)
  const refresh = () => cache.invalidateQueries({ queryKey: accountKey })
  const showChange = (done: string) => {
    close()
    // The session continues under another cookie, which unlocks no guardian chest.
    clearUnlocked()
    toasts.success(done)
    void refresh()
  }

  /** What each action calls. The result is shown, unless the user gave up the proof. */
  const acts: Record<Act, () => Promise<void>> = {
    authenticator: async () => {
      const drawn = await proved(() => call(accountSecurity.drawAuthenticator, {}))
      if (drawn !== null) setOpened({ name: 'authenticator', drawn })
    },
    mail: async () => {
      if ((await proved(() => call(accountSecurity.chooseMail, {}))) !== null) showChange(texts.mailChosen)
    },
    codes: async () => {
      const renewed = await proved(() => call(recoveryCodes.renew, {}))
      if (renewed !== null) setOpened({ name: 'codes', codes: renewed.codes })
    },
  }
  const run = async (act: Act) => {
    setBusy(act)
    try {
      await acts[act]()
    } catch (error) {
      toasts.error(sentenceOf(error))
    }
    setBusy(null)
  }
  return (
    <Section title={texts.title} detail={texts.detail}>
      <RowList label={texts.title}>
        <Row
          icon={<Smartphone />}
          title={texts.authenticator}
          detail={own.hasAuthenticator ? texts.authenticatorOn : texts.authenticatorOff}
        >
          <Button size="small" isPending={busy === 'authenticator'} onPress={() => void run('authenticator')}>
            {own.hasAuthenticator ? texts.replace : texts.add}
          </Button>
        </Row>
        {(own.factorByMail || own.mayChooseMail) && (
          <Row
            icon={<Mail />}
            title={texts.byMail}
            detail={own.factorByMail ? texts.byMailOn : texts.byMailOff}
          >
            {own.mayChooseMail && (
              <Button
                size="small"
                aria-label={texts.chooseMailOf}
                isPending={busy === 'mail'}
                onPress={() => setOpened({ name: 'question', act: 'mail' })}
              >
                {texts.chooseMail}
              </Button>
            )}
          </Row>
        )}
        <Row
          icon={<LifeBuoy />}
          title={recovery.title}
          detail={recovery.detail}
          more={
            createdAt === null ? (
              recovery.none
            ) : (
              <>
                {recovery.left(left)}, {recovery.since} <RelativeTime at={createdAt} now={now} />
              </>
            )
          }
        >
          <Button
            size="small"
            isPending={busy === 'codes'}
            onPress={() =>
              createdAt === null ? void run('codes') : setOpened({ name: 'question', act: 'codes' })
            }
          >
            {createdAt === null ? recovery.create : recovery.renew}
          </Button>
        </Row>
      </RowList>
      {dialog}
      {opened?.name === 'question' && (
        <ConfirmDialog
          isOpen
          title={questions[opened.act].title}
          confirmLabel={questions[opened.act].confirmLabel}
          look="primary"
          onConfirm={() => void run(opened.act)}
          onClose={close}
        >
          <p>{questions[opened.act].detail}</p>
        </ConfirmDialog>
      )}
      {opened?.name === 'authenticator' && (
        <AuthenticatorDialog
          drawn={opened.drawn}
          onReplaced={() => showChange(texts.replaced)}
          onClose={close}
        />
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
