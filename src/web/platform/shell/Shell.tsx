import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { shellTexts } from '#texts/platform/shell.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { markSession } from '#web/platform/api/storage.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { ScrollToTop } from '#web/platform/ui/ScrollToTop.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { SkipLink } from '#web/platform/ui/SkipLink.tsx'
import { ToastKeys } from '#web/platform/ui/ToastKeys.tsx'
import { ChangelogProvider } from './Changelog.tsx'
import { Footer } from './Footer.tsx'
import { Inactivity } from './Inactivity.tsx'
import { leaveExpired } from './leaving.ts'
import { Rail } from './Rail.tsx'
import { SessionContext, useSessionQuery } from './session.ts'
import { SessionWatch } from './SessionWatch.tsx'
import styles from './Shell.module.css'
import { ShortcutsProvider } from './Shortcuts.tsx'
import { TopBar, type TopBarProps } from './TopBar.tsx'
import { useServerReach } from './useServerReach.ts'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { learnRules } from './namedRules.ts'

/** The frame of every page of a session: bar, rail, content, footer, and global notices. */
export function Shell({
  children,
  search,
  ChangeBankDialog,
  ChangelogDialog,
}: Pick<TopBarProps, 'search' | 'ChangeBankDialog'> & {
  children: ReactNode
  ChangelogDialog: ComponentType<{ onClose: () => void }>
}): ReactNode {
  const session = useSessionQuery()
  const cache = useQueryClient()
  const isReached = useServerReach()
  useKeptPage()
  useServerRules(session.data?.regexVersion)
  const [isRailShown, setRailShown] = useState(false)

  useEffect(() => onApiEvent('session-ended', () => void leaveExpired(cache)), [cache])

  const isOpen = session.data !== undefined
  useEffect(() => {
    if (isOpen) markSession()
  }, [isOpen])

  if (session.data === undefined) {
    return (
      <div className={styles.shell}>
        <div className={styles.bareBar} />
        <main className={styles.main}>
          <div className={styles.waiting}>
            {session.isError ? (
              <ErrorBlock title={shellTexts.contentFailed} onRetry={() => void session.refetch()}>
                {sentenceOf(session.error)}
              </ErrorBlock>
            ) : (
              <Skeleton lines={8} />
            )}
          </div>
        </main>
      </div>
    )
  }
  return (
    <SessionContext value={session.data}>
      <ShortcutsProvider>
        <ChangelogProvider ChangelogDialog={ChangelogDialog}>
          <div className={styles.shell}>
            <SkipLink to="contenu" />
            <TopBar
              isRailShown={isRailShown}
              onToggleRail={() => setRailShown(!isRailShown)}
              search={search}
              ChangeBankDialog={ChangeBankDialog}
            />
            {!isReached && (
              <Banner tone="attention" isLive>
                {shellTexts.unreachableBanner}
              </Banner>
            )}
            <div className={styles.middle}>
              {isRailShown && <Rail onClose={() => setRailShown(false)} />}
              <main id="contenu" className={styles.main} tabIndex={-1}>
                {children}
                <ScrollToTop isInside />
              </main>
            </div>
            <Footer />
            <ToastKeys />
            <SessionWatch isReached={isReached} />
            <Inactivity seconds={session.data.inactivitySeconds} />
          </div>
        </ChangelogProvider>
      </ShortcutsProvider>
    </SessionContext>
  )
}

/** Prevents the browser from opening a file dropped outside a file field: the page would lose its input. */
function useKeptPage(): void {
  useEffect(() => {
    const keep = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    for (const name of ['dragover', 'drop'] as const) window.addEventListener(name, keep)
    return () => {
      for (const name of ['dragover', 'drop'] as const) window.removeEventListener(name, keep)
    }
  }, [])
}

/** Fetches the server's rules, and again when their version changes during an upgrade. */
function useServerRules(version: string | undefined): void {
  const { data } = useQuery({
    queryKey: [...cacheKeys.rules, version],
    queryFn: ({ signal }) => call(session.regexes, { signal }),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (data) learnRules(data)
  }, [data])
}
