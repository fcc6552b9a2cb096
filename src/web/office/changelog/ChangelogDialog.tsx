import type { ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { changelog } from '#contract/office/changelog.ts'
import { users } from '#contract/office/users.ts'
import { changelogTexts as texts } from '#texts/platform/changelog.ts'
import { formatDay } from '#texts/platform/format.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { replyQuery } from '#web/platform/api/replyQuery.ts'
import { Loaded } from '#web/platform/shell/Loaded.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog } from '#web/platform/ui/Dialog.tsx'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import styles from './ChangelogDialog.module.css'
import { useSession, type Session } from '#web/platform/shell/session.ts'

/** The changes of each release. Closing the dialog marks all of them as read, if they were loaded. */
export function ChangelogDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { unread } = useSession()
  const markRead = useMarkRead()
  const query = useQuery({ ...replyQuery(cacheKeys.changelog, changelog.read, {}), staleTime: Infinity })
  const close = () => {
    if (unread && query.data !== undefined) void markRead()
    onClose()
  }
  return (
    <Dialog
      title={texts.title}
      isOpen
      onClose={close}
      footer={
        <Button look="primary" onPress={close} autoFocus>
          {texts.close}
        </Button>
      }
    >
      <Loaded query={query} failed={texts.loadFailed} lines={8}>
        {(releases) => <Releases releases={releases} />}
      </Loaded>
    </Dialog>
  )
}

/** Marks the releases as read. The cached session is updated optimistically, and rolled back on failure. */
function useMarkRead(): () => Promise<void> {
  const { user } = useSession()
  const cache = useQueryClient()
  const toasts = useToasts()
  const setRead = (isRead: boolean) =>
    cache.setQueryData<Session>(
      cacheKeys.session,
      (session) =>
        session && { ...session, unread: !isRead, user: { ...session.user, readFeatures: isRead } },
    )
  return async () => {
    setRead(true)
    try {
      await call(users.update, { params: { id: user.id }, body: { update: { readFeatures: true } } })
    } catch {
      setRead(false)
      toasts.error(texts.markFailed)
    }
  }
}

function Releases({ releases }: { releases: ReplyOf<typeof changelog.read> }): ReactNode {
  // The region is focusable so that the arrow keys scroll it.
  return (
    <div role="region" aria-label={texts.title} tabIndex={0} className={styles.releases}>
      {releases.map(({ version, date, features }) => (
        <section key={version} className={styles.release}>
          <h3 className={styles.version}>
            {texts.version(version)} <time dateTime={date}>{formatDay(Date.parse(date), 'UTC')}</time>
          </h3>
          <ul className={styles.features}>
            {features.map(({ title, text, picture }) => (
              <li key={title}>
                <h4>{title}</h4>
                <p>{text}</p>
                {picture !== null && <img src={picture} alt="" className={styles.picture} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
