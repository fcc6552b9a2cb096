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
import { Footer } from './Footer.tsx'
import { Inactivity } from './Inactivity.tsx'
import { leaveExpired } from './leaving.ts'
import { Rail } from './Rail.tsx'
import { SessionContext, useSessionQuery, type Session } from './session.ts'
import { SessionWatch } from './SessionWatch.tsx'
import styles from './Shell.module.css'
import { lazyDialog } from './lazyDialog.tsx'
import { usePageKey } from './shortcuts.ts'
import { TopBar, type HelpDialog, type TopBarProps } from './TopBar.tsx'
import { useServerReach } from './useServerReach.ts'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { learnRules } from './namedRules.ts'

const ShortcutsDialog = lazyDialog(() =>
  import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
)

export type ShellProps = Pick<TopBarProps, 'search' | 'ChangeBankDialog'> & {
  children: ReactNode
  ChangelogDialog: ComponentType<{ onClose: () => void }>
}

/** The frame of every page of a session: bar, rail, content, footer, and global notices. */
export function Shell(props: ShellProps): ReactNode {
  const { data, error, refetch } = useSessionQuery()
  const cache = useQueryClient()
  const isReached = useServerReach()
  useKeptPage()
  useServerRules(data?.regexVersion)
  useEffect(() => onApiEvent('session-ended', () => void leaveExpired(cache)), [cache])

  const isOpen = data !== undefined
  useEffect(() => {
    if (isOpen) markSession()
  }, [isOpen])

  if (isOpen) return <SessionShell {...props} session={data} isReached={isReached} />
  return (
    <div className={styles.shell}>
      <div className={styles.bareBar} />
      <main className={styles.main}>
        <div className={styles.waiting}>
          {error !== null ? (
            <ErrorBlock title={shellTexts.contentFailed} onRetry={() => void refetch()}>
              {sentenceOf(error)}
            </ErrorBlock>
          ) : (
            <Skeleton lines={8} />
          )}
        </div>
      </main>
    </div>
  )
}

type SessionShellProps = ShellProps & { session: Session; isReached: boolean }

function SessionShell(props: SessionShellProps): ReactNode {
  const { session, isReached, search, ChangeBankDialog, ChangelogDialog } = props
  const [isRailShown, setRailShown] = useState(false)
  // A release that becomes unread later, by an upgrade of the server, waits for the next load of the page, so
  // that no dialog interrupts typing.
  const [help, setHelp] = useState<HelpDialog | null>(session.unread ? 'changelog' : null)
  usePageKey('?', () => setHelp('shortcuts'))
  const closeHelp = () => setHelp(null)
  return (
    <SessionContext value={session}>
      <div className={styles.shell}>
        <SkipLink to="contenu" />
        <TopBar
          isRailShown={isRailShown}
          onToggleRail={() => setRailShown(!isRailShown)}
          onHelp={setHelp}
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
            {props.children}
            <ScrollToTop isInside />
          </main>
        </div>
        <Footer />
        <ToastKeys />
        <SessionWatch isReached={isReached} />
        <Inactivity seconds={session.inactivitySeconds} />
      </div>
      {help === 'changelog' && <ChangelogDialog onClose={closeHelp} />}
      {help === 'shortcuts' && <ShortcutsDialog onClose={closeHelp} />}
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
