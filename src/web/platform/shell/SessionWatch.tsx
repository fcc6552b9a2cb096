import { useEffect, type ReactNode } from 'react'
import { session } from '#contract/platform/session.ts'
import { call } from '#web/platform/api/client.ts'
import { watchChannel } from '#web/platform/api/storage.ts'
import { leaveEnded } from './leaving.ts'
import { useSession } from './session.ts'

/** After how long one asks again, and what of it is left to chance: the first that asks spares the others theirs. */
const everyMs = 20_000
const spreadMs = 5_000
/** A server that does not answer is asked less and less often. */
const longestMs = 300_000
/** After how long an end is asked about once more. */
const doubtMs = 1_000

/**
 * A window that is looked at and not touched hears within half a minute that its session was ended elsewhere, and at
 * once when it comes back into sight: what was decrypted does not stay on a screen that nobody may read any more.
 * Where the network is away it does not ask: `isReached` is false, or the browser knows it.
 */
export function SessionWatch({ isReached }: { isReached: boolean }): ReactNode {
  const { user } = useSession()
  useEffect(() => {
    if (!isReached) return undefined
    const channel = new BroadcastChannel(watchChannel)
    const gone = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
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
          if (userId === user.id) channel.postMessage(userId)
          // Perhaps it left with the cookie of a session that another call was just putting under a new one.
          else if (userId === null && !isSecond) askIn(doubtMs, true)
          else if (userId === null) leaveEnded()
          // Somebody else has signed in here meanwhile: the page is theirs, not what this window shows.
          else window.location.reload()
        },
        // Nothing is known of the session: the next time tells, which is later each time.
        () => {
          failures += 1
          if (!gone.signal.aborted) askLater()
        },
      )
    }
    channel.onmessage = ({ data }: MessageEvent<number | null>) => {
      if (data === user.id) askLater()
      else ask(false)
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
  }, [isReached, user.id])
  return null
}
