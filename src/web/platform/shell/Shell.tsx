import { useEffect, useState, type ReactNode } from 'react'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { shellTexts } from '#texts/platform/shell.ts'
import { sentenceOf } from '#web/platform/api/errors.ts'
import { onApiEvent } from '#web/platform/api/events.ts'
import { markSession } from '#web/platform/api/storage.ts'
import { Banner } from '#web/platform/ui/Banner.tsx'
import { ErrorBlock } from '#web/platform/ui/EmptyState.tsx'
import { useOverlaysLater } from '#web/platform/ui/overlays.ts'
import { ScrollToTop } from '#web/platform/ui/ScrollToTop.tsx'
import { Skeleton } from '#web/platform/ui/Skeleton.tsx'
import { SkipLink } from '#web/platform/ui/SkipLink.tsx'
import { ToastKeys } from '#web/platform/ui/ToastKeys.tsx'
import { Footer, FooterPlace } from './Footer.tsx'
import { useHasFooter } from './footerEntries.tsx'
import { Inactivity } from './Inactivity.tsx'
import { leaveExpired, leaveForbidden, lockNow } from './leaving.ts'
import { Rail, type RailMark } from './Rail.tsx'
import { SessionContext, useSessionQuery, type Session } from './session.ts'
import { SessionEnd } from './SessionEnd.tsx'
import { SessionWatch } from './SessionWatch.tsx'
import styles from './Shell.module.css'
import { lazyDialog, type LazyDialog } from './lazyDialog.tsx'
import { useLockKey, usePageKey } from './shortcuts.ts'
import { useRail } from './useRail.ts'
import { TopBar, type HelpDialog, type TopBarProps } from './TopBar.tsx'
import { ReachContext, useServerReach } from './useServerReach.ts'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { whenIdle } from '#web/platform/ui/whenIdle.ts'
import { learnRules } from './namedRules.ts'

const ShortcutsDialog = lazyDialog(() =>
  import('./ShortcutsDialog.tsx').then((module) => module.ShortcutsDialog),
)

type BarDialog = LazyDialog<{ onClose: () => void }>

export type ShellProps = Pick<TopBarProps, 'search'> & {
  children: ReactNode
  RailMark: RailMark
  ChangeBankDialog: BarDialog
  ChangelogDialog: BarDialog
  ProlongDialog: BarDialog
}

/** The frame of every page of a session: bar, rail, content, footer, and global notices. */
export function Shell(props: ShellProps): ReactNode {
  const { data, error, refetch } = useSessionQuery()
  const cache = useQueryClient()
  const isReached = useServerReach()
  useKeptPage()
  useServerRules(data?.regexVersion)
  useFollowedRights()
  useEffect(() => onApiEvent('session-ended', () => void leaveExpired(cache)), [cache])
  useEffect(() => onApiEvent('session-forbidden', () => void leaveForbidden(cache)), [cache])

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
  const { session, isReached, search, RailMark: Mark, ChangeBankDialog, ChangelogDialog } = props
  const [isRailShown, setRailShown] = useRail(session.user.id)
  // A release that becomes unread later, by an upgrade of the server, waits for the next load of the page, so
  // that no dialog interrupts typing.
  const [help, setHelp] = useState<HelpDialog | null>(session.unread ? 'changelog' : null)
  const [footerPlace, setFooterPlace] = useState<HTMLElement | null>(null)
  const hasFooter = useHasFooter()
  const cache = useQueryClient()
  usePageKey('?', () => setHelp('shortcuts'))
  useOverlaysLater()
  useLockKey(() => void lockNow(cache))
  const closeHelp = () => setHelp(null)
  return (
    <SessionContext value={session}>
      <div className={styles.shell}>
        <SkipLink to="contenu" />
        <TopBar
          isRailShown={isRailShown}
          onToggleRail={() => setRailShown(!isRailShown)}
          onHelp={setHelp}
          onIntent={() => {
            if (!isReached) return
            for (const { prepare } of [ShortcutsDialog, ChangeBankDialog, ChangelogDialog]) prepare()
          }}
          search={search}
          ChangeBankDialog={ChangeBankDialog}
        />
        {/* There before its message: screen readers ignore a live region that is inserted with it. */}
        <div role="status">
          {!isReached && <Banner tone="attention">{shellTexts.unreachableBanner}</Banner>}
          <SessionEnd
            expiresAt={session.expiresAt}
            endsAt={session.endsAt}
            ProlongDialog={props.ProlongDialog}
          />
        </div>
        <div className={styles.middle}>
          {isRailShown && <Rail Mark={Mark} onClose={() => setRailShown(false)} />}
          <main id="contenu" className={styles.main} tabIndex={-1}>
            <ReachContext value={isReached}>
              <FooterPlace value={footerPlace}>{props.children}</FooterPlace>
            </ReachContext>
            <ScrollToTop isInside />
          </main>
        </div>
        {hasFooter && <Footer placeRef={setFooterPlace} />}
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

/** Refetches what the page shows after a call was refused: rights, chest and list have changed. */
function useFollowedRights(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let isRefreshing = false
    return onApiEvent('outdated', () => {
      // Of the queries that a refresh repeats some are refused too.
      if (isRefreshing) return
      isRefreshing = true
      void cache.invalidateQueries().finally(() => {
        isRefreshing = false
      })
    })
  }, [cache])
}

/** Fetches the server's rules, and again when their version changes during an upgrade. */
function useServerRules(version: string | undefined): void {
  // No form needs them at once.
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const { data } = useQuery({
    queryKey: [...cacheKeys.rules, version],
    queryFn: ({ signal }) => call(session.regexes, { signal }),
    enabled: version !== undefined && isIdle,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (data) learnRules(data)
  }, [data])
}
