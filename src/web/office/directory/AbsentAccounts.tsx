import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { directory } from '#contract/identity/directory.ts'
import { users } from '#contract/office/users.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { userStates } from '#domain/platform/roles.ts'
import { absentAccountTexts as texts } from '#texts/identity/directory.ts'
import { userTexts } from '#texts/office/users.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConfirmDialog } from '#web/platform/ui/Dialog.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './AbsentAccounts.module.css'

const queryKey = ['directory', 'absent']
type Account = ReplyOf<typeof directory.absent>[number]

/** The accounts whose entry is gone or disabled, and the deactivation of those that have been so for long. */
export function AbsentAccounts({ count, now }: { count: number; now: number }): ReactNode {
  const query = useQuery(replyQuery([...queryKey, count], directory.absent, {}))
  const cache = useQueryClient()
  const toasts = useToasts()
  const [asked, setAsked] = useState<Account | null>(null)

  const deactivate = async ({ id }: Account) => {
    try {
      const update = { stateId: userStates.inactive }
      await call(users.update, { params: { id }, body: { update } })
      toasts.success(texts.deactivated)
    } catch {
      toasts.error(userTexts.toasts.updateFailed)
    }
    await cache.invalidateQueries({ queryKey })
  }
  return (
    <>
      <h3 className={styles.title}>{texts.title(count)}</h3>
      <p className={styles.detail}>{texts.detail}</p>
      <Loaded query={query} failed={texts.loadFailed} lines={2}>
        {(accounts) => (
          <ul className={styles.list} aria-label={texts.list}>
            {accounts.map((account) => (
              <Line key={account.id} account={account} now={now} onDeactivate={setAsked} />
            ))}
          </ul>
        )}
      </Loaded>
      {asked && (
        <ConfirmDialog
          isOpen
          title={texts.confirmTitle}
          confirmLabel={texts.deactivate}
          onConfirm={() => deactivate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{texts.confirmDetail(asked.login)}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Line(props: { account: Account; now: number; onDeactivate: (account: Account) => void }): ReactNode {
  const { account, now, onDeactivate } = props
  return (
    <li className={styles.line}>
      <span className={styles.name}>{texts.person(account)}</span>
      <Badge tone="attention">{texts.reasons[account.reason]}</Badge>
      {!account.isActive && <Badge>{userTexts.states[userStates.inactive]}</Badge>}
      <span className={styles.since}>
        {texts.since} <RelativeTime at={account.since} now={now} />
      </span>
      {account.isLong && account.isActive && (
        <Button
          size="small"
          aria-label={texts.deactivateOf(account.login)}
          onPress={() => onDeactivate(account)}
        >
          {texts.deactivate}
        </Button>
      )}
    </li>
  )
}
