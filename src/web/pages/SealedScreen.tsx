import { useCallback, useEffect, type ReactNode } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { sealedTexts as texts } from '#texts/platform/session-end.ts'
import { cacheKeys, readRepeatedly } from '#web/platform/api/cache.ts'
import { allowReads, call } from '#web/platform/api/client.ts'
import { watchChannel } from '#web/platform/api/storage.ts'
import { lazyAttempts } from '#web/platform/shell/lazyAttempts.tsx'
import { leaveToOther, stay } from '#web/platform/shell/leaving.ts'
import { isHidden, isPageOf, showPage } from '#web/platform/shell/sealedPage.ts'
import { sessionOf, type Session } from '#web/platform/shell/session.ts'
import { restoreFocus } from '#web/platform/ui/restoreFocus.ts'
import { useToasts } from '#web/platform/ui/Toast.tsx'
import { useUnloadQuestion } from '#web/platform/ui/useUnloadQuestion.ts'
import type { SealedSignInProps } from './SealedSignIn.tsx'

/** How often a hidden page looks for a sign-in in another tab, in milliseconds. */
const everyMs = 20_000

const { Lazy: SealedSignIn, prepare } = lazyAttempts<SealedSignInProps>(
  () => import('./SealedSignIn.tsx').then((module) => module.SealedSignIn),
  // An upgrade may have replaced the code: another tab has the new one.
  () => (
    <main>
      <p role="alert">{texts.away}</p>
      <a href="/auth" target="_blank">
        {texts.elsewhere}
      </a>
    </main>
  ),
)

/** Loads the code of the sign-in before a session ends. */
export const prepareSealedSignIn = (): void => prepare()

/**
 * The sign-in in front of a hidden page, also in another tab. It leads back for the page's own user and discards the page
 * for another one.
 */
export function SealedScreen(): ReactNode {
  const cache = useQueryClient()
  const { clear, success } = useToasts()
  useUnloadQuestion(true)
  useEffect(() => clear(), [clear])
  const look = useCallback(
    async (signal?: AbortSignal): Promise<boolean> => {
      const sent = { isQuiet: true, ...(signal && { signal }) } as const
      const { userId } = await call(session.state, sent)
      if (userId === null || !isHidden()) return true
      if (!isPageOf(userId)) {
        leaveToOther()
        return false
      }
      allowReads()
      const askedAt = performance.now()
      const reply = await call(session.read, sent)
      if (!isHidden()) return true
      // Another user may have signed in between the two replies.
      if (!isPageOf(reply.user.id)) {
        leaveToOther()
        return false
      }
      returnToPage(cache, sessionOf(reply, askedAt))
      clear()
      success(texts.back)
      return true
    },
    [cache, clear, success],
  )
  useEffect(() => {
    const gone = new AbortController()
    const lookNow = () => {
      if (document.visibilityState === 'visible') look(gone.signal).catch(() => undefined)
    }
    const channel = new BroadcastChannel(watchChannel)
    channel.onmessage = lookNow
    const timer = setInterval(lookNow, everyMs)
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      gone.abort()
      channel.close()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookNow)
    }
  }, [look])
  const onEnter = useCallback(() => readRepeatedly(() => look()), [look])
  const login = cache.getQueryData<Session>(cacheKeys.session)?.user.login ?? ''
  return <SealedSignIn given={{ login, onEnter }} />
}

/**
 * Shows the page again, with the session that brought it back: the page still knows the end of the former one. All other
 * replies are requested again, since rights may have changed meanwhile.
 */
function returnToPage(cache: QueryClient, current: Session): void {
  // A read that was sent while the page was being left never ends, and no other would be sent in its place.
  void cache.cancelQueries()
  // Some panels close at an error: those of the ended session are over.
  for (const query of cache.getQueryCache().getAll()) {
    const { status, data } = query.state
    if (status === 'error')
      query.setState({ error: null, status: data === undefined ? 'pending' : 'success' })
  }
  void cache.invalidateQueries()
  cache.setQueryData<Session>(cacheKeys.session, current)
  stay()
  const focused = showPage()
  // A dialog that is shown again takes the focus itself where the dialog above it has gone.
  restoreFocus(
    () =>
      focused instanceof HTMLElement && focused.isConnected
        ? focused
        : document.querySelector<HTMLElement>(typed),
    '[role="dialog"]',
  )
}

/** The input that the page was kept for: the dialog that had the focus may be closed. */
const typed = '[data-veil="unsaved"] :is(input, textarea), [data-unsaved] :is(input, textarea)'
