import { useState, type ReactNode } from 'react'
import { Network } from 'lucide-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { administration } from '#contract/office/administration.ts'
import { administrationTexts } from '#texts/office/administration.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { Row, RowList } from '#web/platform/ui/RowList.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { restoreFocusInList } from '#web/platform/ui/restoreFocus.ts'
import styles from './HeldNetworks.module.css'

const texts = administrationTexts.networks
const queryKey = ['administration', 'networks']
const clockStepMs = 30_000

type Held = ReplyOf<typeof administration.networks>['held'][number]

/** The networks whose unauthenticated callers are throttled, each with a button that lifts the throttle. */
export function HeldNetworks(): ReactNode {
  // They expire on the server.
  const query = useQuery({ ...replyQuery(queryKey, administration.networks, {}), refetchInterval: 30_000 })
  const cache = useQueryClient()
  const toasts = useToasts()
  const now = useNow(clockStepMs)
  const [busy, setBusy] = useState<string | null>(null)

  const lift = async (network: string) => {
    restoreFocusInList()
    setBusy(network)
    try {
      await call(administration.liftNetwork, { params: { network } })
      toasts.success(texts.lifted)
    } catch {
      toasts.error(texts.liftFailed)
    }
    await cache.invalidateQueries({ queryKey })
    setBusy(null)
  }
  return (
    <Loaded query={query} failed={texts.loadFailed} lines={2}>
      {({ held, total, tries, minutes, untrustedProxies }) => (
        <>
          {untrustedProxies.map(({ address }) => (
            <div key={address} className={styles.proxy}>
              <Banner tone="attention" title={texts.proxy.title(address)}>
                {texts.proxy.detail}
              </Banner>
            </div>
          ))}
          <p className={styles.detail}>{texts.detail(tries, minutes)}</p>
          {held.length === 0 ? (
            <p className={styles.none} role="status">
              <Badge tone="success">{texts.none}</Badge>
            </p>
          ) : (
            <RowList label={texts.list}>
              {held.map((one) => (
                <HeldRow
                  key={one.network}
                  held={one}
                  now={now}
                  isBusy={busy === one.network}
                  onLift={() => void lift(one.network)}
                />
              ))}
            </RowList>
          )}
          {total > held.length && <p className={styles.detail}>{texts.more(total - held.length)}</p>}
        </>
      )}
    </Loaded>
  )
}

function HeldRow(props: { held: Held; now: number; isBusy: boolean; onLift: () => void }): ReactNode {
  const { since, until, tries } = props.held
  const name = texts.network(props.held.network)
  return (
    <Row
      icon={<Network />}
      title={name}
      detail={
        <>
          {texts.tries(tries)}
          {' · '}
          {texts.since} <RelativeTime at={since} now={props.now} />
          {' · '}
          {texts.until} <RelativeTime at={until} now={props.now} />
        </>
      }
    >
      <Button size="small" isPending={props.isBusy} aria-label={texts.liftOf(name)} onPress={props.onLift}>
        {texts.lift}
      </Button>
    </Row>
  )
}
