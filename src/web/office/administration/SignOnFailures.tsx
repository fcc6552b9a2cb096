import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { administration } from '#contract/office/administration.ts'
import { ssoFailuresTexts as texts, ssoFailureTexts } from '#texts/identity/sso-failures.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { useNow } from '#web/platform/shell/useNow.ts'
import { Badge } from '#web/platform/ui/Badge.tsx'
import { RelativeTime } from '#web/platform/ui/RelativeTime.tsx'
import { Row, RowList } from '#web/platform/ui/RowList.tsx'
import styles from './HeldNetworks.module.css'

const everyMs = 30_000

type Failure = ReplyOf<typeof administration.signOns>['failures'][number]

/** The last failures of single sign-on, one of each kind, with the provider's own words. */
export function SignOnFailures(): ReactNode {
  const query = useQuery({
    ...replyQuery(['administration', 'sign-ons'], administration.signOns, {}),
    refetchInterval: everyMs,
  })
  const now = useNow(everyMs)
  return (
    <Loaded query={query} failed={texts.loadFailed} lines={2}>
      {({ issuer, failures }) => (
        <>
          <p className={styles.detail}>{texts.detail(issuer ?? '')}</p>
          {failures.length === 0 ? (
            <p className={styles.none} role="status">
              <Badge tone="success">{texts.none}</Badge>
            </p>
          ) : (
            <RowList label={texts.list}>
              {failures.map((failure) => (
                <FailureRow key={failure.code} failure={failure} now={now} />
              ))}
            </RowList>
          )}
        </>
      )}
    </Loaded>
  )
}

function FailureRow({ failure, now }: { failure: Failure; now: number }): ReactNode {
  const { code, at, error, description, requestId } = failure
  const { title, help } = ssoFailureTexts[code]
  const said = [error, description].filter((words) => words !== null).join(' – ')
  return (
    <Row
      icon={<CircleAlert />}
      title={title}
      detail={
        <>
          <RelativeTime at={at} now={now} />
          {requestId !== null && ` · ${texts.request(requestId)}`}
          {said !== '' && ` · ${texts.said(said)}`}
        </>
      }
      more={help}
    />
  )
}
