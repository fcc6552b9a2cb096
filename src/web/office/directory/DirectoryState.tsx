import { useState, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { directory } from '#contract/identity/directory.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
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
import styles from './DirectoryState.module.css'

const queryKey = ['directory', 'state']
const everyMs = 30_000

type Pause = NonNullable<ReplyOf<typeof directory.state>['pause']>

/** The directory, and the pause of its service account with a button that ends it. */
export function DirectoryState(): ReactNode {
  const query = useQuery({ ...replyQuery(queryKey, directory.state, {}), refetchInterval: everyMs })
  return (
    <Loaded query={query} failed={texts.loadFailed} lines={2}>
      {({ name, server, pause }) => (
        <>
          <p className={styles.line} role="status">
            <span className={styles.server}>{`${name} (${server})`}</span>
            {pause === null ? (
              <Badge tone="success">{texts.asked}</Badge>
            ) : (
              <Badge tone="danger">{texts.refused}</Badge>
            )}
          </p>
          {pause !== null && <PauseNotice pause={pause} />}
        </>
      )}
    </Loaded>
  )
}

function PauseNotice({ pause: { since, until, code } }: { pause: Pause }): ReactNode {
  const cache = useQueryClient()
  const toasts = useToasts()
  const now = useNow(everyMs)
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
    <Banner
      tone="danger"
      title={texts.pause(code, directoryFaultTexts[code] ?? null)}
      actions={
        <Button size="small" isPending={isBusy} onPress={() => void tryNow()}>
          {texts.tryNow}
        </Button>
      }
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
