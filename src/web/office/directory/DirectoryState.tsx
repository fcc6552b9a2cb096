import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { directory } from '#contract/identity/directory.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { certificateLimits } from '#domain/platform/limits.ts'
import { directoryFaultTexts, directoryStateTexts as texts } from '#texts/identity/directory.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { AbsentAccounts } from './AbsentAccounts.tsx'
import styles from './DirectoryState.module.css'

const queryKey = ['directory', 'state']
const everyMs = 30_000

type State = ReplyOf<typeof directory.state>
type Pause = NonNullable<State['pause']>

/** The directory: whether it answers, its certificate and people, and the pause of its service account. */
export function DirectoryState(): ReactNode {
  const query = useQuery({ ...replyQuery(queryKey, directory.state, {}), refetchInterval: everyMs })
  const now = useNow(everyMs)
  return (
    <Loaded query={query} failed={texts.loadFailed} lines={2}>
      {(state) => (
        <>
          <p className={styles.line} role="status">
            <span className={styles.server}>{`${state.name} (${state.server})`}</span>
            <StateBadge state={state} />
            {state.lastSuccess !== null &&
              Date.parse(state.lastSuccess.certificateExpiresAt) - now < certificateLimits.expiringMs && (
                <Badge tone="attention">{texts.expiring}</Badge>
              )}
          </p>
          <p className={styles.detail}>
            <Facts state={state} now={now} />
          </p>
          {state.pause === null ? <TryButton /> : <PauseNotice pause={state.pause} now={now} />}
          {state.absent > 0 && <AbsentAccounts count={state.absent} now={now} />}
        </>
      )}
    </Loaded>
  )
}

const failsNow = ({ lastSuccess, lastFailure }: State): boolean =>
  lastFailure !== null && (lastSuccess === null || lastFailure.at > lastSuccess.at)

function StateBadge({ state }: { state: State }): ReactNode {
  if (state.pause !== null) return <Badge tone="danger">{texts.refused}</Badge>
  if (failsNow(state)) return <Badge tone="danger">{texts.silent}</Badge>
  return state.lastSuccess === null ? (
    <Badge>{texts.unknown}</Badge>
  ) : (
    <Badge tone="success">{texts.answers}</Badge>
  )
}

function Facts({ state, now }: { state: State; now: number }): ReactNode {
  const { lastSuccess, lastFailure, accounts, linked } = state
  return (
    <>
      {texts.linked(linked, accounts)}
      {lastSuccess !== null && (
        <>
          {' · '}
          {texts.lastSuccess} <RelativeTime at={lastSuccess.at} now={now} />
          {' · '}
          {texts.certificate} <RelativeTime at={lastSuccess.certificateExpiresAt} now={now} />
        </>
      )}
      {lastFailure !== null && (
        <>
          {' · '}
          {texts.lastFailure} <RelativeTime at={lastFailure.at} now={now} />
          {`, ${texts.reasons[lastFailure.reason]}`}
          {lastFailure.code !== null && ` (${lastFailure.code})`}
        </>
      )}
    </>
  )
}

/** Asks the directory now. */
function TryButton(): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isBusy, setBusy] = useState(false)

  const tryNow = async () => {
    setBusy(true)
    try {
      const tried = await call(directory.tryAccount, {})
      if (tried.accepted) toasts.success(texts.accepted)
      else toasts.error(texts.stillRefused(tried.code))
    } catch {
      toasts.error(texts.tryFailed)
    }
    await cache.invalidateQueries({ queryKey })
    setBusy(false)
  }
  return (
    <Button size="small" isPending={isBusy} onPress={() => void tryNow()}>
      {texts.tryNow}
    </Button>
  )
}

function PauseNotice({ pause: { since, until, code }, now }: { pause: Pause; now: number }): ReactNode {
  return (
    <Banner
      tone="danger"
      title={texts.pause(code, directoryFaultTexts[code] ?? null)}
      actions={<TryButton />}
    >
      <p>{texts.detail}</p>
      <p>
        {texts.since} <RelativeTime at={since} now={now} />
        {' · '}
        {Date.parse(until) > now ? (
          <>
            {texts.until} <RelativeTime at={until} now={now} />
          </>
        ) : (
          texts.next
        )}
      </p>
    </Banner>
  )
}
