import { useEffect, type ReactNode } from 'react'
import { useQueryClient, type Query } from '@tanstack/react-query'
import { session } from '#contract/platform/session.ts'
import { cacheKeys } from '#web/platform/api/cache.ts'
import { call } from '#web/platform/api/client.ts'
import { watchChannel } from '#web/platform/api/storage.ts'
import { leaveEnded, leaveToOther } from './leaving.ts'
import { useSession } from './session.ts'

/** The polling interval in milliseconds, and its random part: the first tab to poll resets the others. */
const everyMs = 20_000
const spreadMs = 5_000
/** The longest interval of the backoff while the server does not respond. */
const longestMs = 300_000
/** The delay before a reported end is checked again. */
const doubtMs = 1_000

/**
 * Polls the session while the tab has no input. The tab notices within half a minute that its session was
 * ended elsewhere, and immediately when it becomes visible, so that decrypted data does not stay on screen.
 * It does not poll while the server cannot be reached (`isReached`) or the browser is offline.
 */
export function SessionWatch({ isReached }: { isReached: boolean }): ReactNode {
  const { user } = useSession()
  const cache = useQueryClient()
  useEffect(() => {
    if (!isReached) return undefined
    const channel = new BroadcastChannel(watchChannel)
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    // Rights that were given or taken also reach a page that nobody touches.
    const followRights = () => {
      if (document.visibilityState !== 'visible') return
      const predicate = ({ queryKey }: Query) => queryKey[2] === 'rights'
      void cache.invalidateQueries({ queryKey: cacheKeys.everyChest, predicate })
    }
    const askIn = (milliseconds: number, isSecond = false) => {
      clearTimeout(timer)
      timer = setTimeout(() => ask(isSecond), milliseconds)
    }
    const askLater = () => askIn(Math.min(everyMs * 2 ** failures, longestMs) + Math.random() * spreadMs)
    const ask = (isSecond: boolean) => {
      askLater()
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      call(session.state, { isQuiet: true, signal: gone.signal }).then(
        ({ userId }) => {
          if (gone.signal.aborted) return
          failures = 0
          if (userId === user.id) {
            channel.postMessage(userId)
            followRights()
          }
          // The request may have been sent with a cookie that another call was just replacing.
          else if (userId === null && !isSecond) askIn(doubtMs, true)
          else if (userId === null) void leaveEnded(cache)
          else leaveToOther()
        },
        // Unknown state: retry with backoff.
        () => {
          failures += 1
          if (!gone.signal.aborted) askLater()
        },
      )
    }
    channel.onmessage = ({ data }: MessageEvent<number | null>) => {
      if (data === user.id) {
        askLater()
        followRights()
      } else ask(false)
    }
    askLater()
    const look = () => ask(false)
    document.addEventListener('visibilitychange', look)
    return () => {
      gone.abort()
      clearTimeout(timer)
      channel.close()
      document.removeEventListener('visibilitychange', look)
    }
  }, [isReached, user.id, cache])
  return null
}
