import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Bell, TriangleAlert } from 'lucide-react'
import { alerts as calls } from '#contract/office/alerts.ts'
import { alertSentence, alertSentences, alertTexts as texts } from '#texts/office/alerts.ts'
import { journalSeverityTexts } from '#texts/office/journal.ts'
import { call } from '#web/platform/api/client.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { useFollow } from '#web/platform/back-office/useFollow.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { restoreFocusInList } from '#web/platform/ui/restoreFocus.ts'
import { Row, RowList } from '#web/platform/ui/RowList.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './Alerts.module.css'
import { alertsKey, useAlerts, type Alert, type AlertState } from './queries.ts'

const clockStepMs = 30_000
const states: readonly AlertState[] = ['open', 'all']

/** What stands out in the journal: those that nobody has seen, or all. */
export function Alerts(): ReactNode {
  const [state, setState] = useState<AlertState>('open')
  const query = useAlerts(state)
  const cache = useQueryClient()
  const toasts = useToasts()
  const now = useNow(clockStepMs)
  const [busy, setBusy] = useState<number | null>(null)

  const see = async (id: number) => {
    restoreFocusInList()
    setBusy(id)
    try {
      await call(calls.see, { params: { id } })
      toasts.success(texts.seen)
    } catch (error) {
      toasts.error(`${texts.seeFailed}. ${sentenceOf(error)}`)
    }
    await cache.invalidateQueries({ queryKey: alertsKey })
    setBusy(null)
  }
  return (
    <>
      <div className={styles.filter} role="group" aria-label={texts.filter}>
        {states.map((one) => (
          <Button
            key={one}
            size="small"
            look={one === state ? 'quiet' : 'plain'}
            aria-pressed={one === state}
            onPress={() => setState(one)}
          >
            {texts[one]}
          </Button>
        ))}
      </div>
      <div className={styles.list}>
        <Loaded query={query} failed={texts.loadFailed} lines={1}>
          {({ pages }) => {
            const alerts = pages.flatMap((page) => page.alerts)
            if (alerts.length === 0)
              return (
                <p className={styles.none} role="status">
                  <Badge tone="success">{state === 'open' ? texts.none : texts.noneEver}</Badge>
                </p>
              )
            return (
              <RowList label={texts.list}>
                {alerts.map((alert) => (
                  <AlertRow
                    key={alert.id}
                    alert={alert}
                    now={now}
                    isBusy={busy === alert.id}
                    onSee={() => void see(alert.id)}
                  />
                ))}
              </RowList>
            )
          }}
        </Loaded>
      </div>
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

type AlertRowProps = { alert: Alert; now: number; isBusy: boolean; onSee: () => void }

function AlertRow({ alert, now, isBusy, onSee }: AlertRowProps): ReactNode {
  const follow = useFollow(true)
  const { severity, nb, lastAt, journal, seen, mayMark } = alert
  const isSevere = severity === 'alert'
  const { title } = alertSentences[alert.kind]
  const name = alert.person === null ? title : `${title}, ${alert.person.name}`
  return (
    <Row
      icon={isSevere ? <TriangleAlert /> : <Bell />}
      title={
        <>
          {title}
          <Badge tone={isSevere ? 'danger' : 'attention'}>{journalSeverityTexts[severity]}</Badge>
        </>
      }
      detail={alertSentence(alert)}
      more={
        <>
          <RelativeTime at={lastAt} now={now} />
          {nb > 1 && ` · ${texts.times(nb)}`}
          {seen !== null && ` · ${texts.seenBy(seen.by)}`}
          {seen === null && !mayMark && ` · ${texts.own}`}
          {' · '}
          <a href={journal} aria-label={texts.journalOf(name)} onClick={follow(journal)}>
            {texts.journal}
          </a>
        </>
      }
    >
      {mayMark && (
        <Button size="small" isPending={isBusy} aria-label={texts.seeOf(name)} onPress={onSee}>
          {texts.see}
        </Button>
      )}
    </Row>
  )
}
