import { useEffect, type ReactNode } from 'react'
import { session } from '#contract/session.ts'
import { call } from '#web/api/client.ts'
import { leaveExpired } from './leaving.ts'
import { useSession } from './session.ts'

/** Where windows of this browser tell each other whose session the server has just said to be open. */
const watchChannel = 'trousseau-session'
/** After how long one asks again, and what of it is left to chance: the first that asks spares the others theirs. */
const everyMs = 20_000
const spreadMs = 5_000

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
    let timer: ReturnType<typeof setTimeout> | undefined
    const askLater = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, everyMs + Math.random() * spreadMs)
    }
    const ask = () => {
      askLater()
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      call(session.state, { isQuiet: true }).then(
        ({ userId }) => {
          if (userId === user.id) channel.postMessage(userId)
          else if (userId === null) void leaveExpired()
          // Somebody else has signed in here meanwhile: the page is theirs, not what this window shows.
          else window.location.reload()
        },
        // Nothing is known of the session: the next time tells.
        () => undefined,
      )
    }
    channel.onmessage = ({ data }: MessageEvent<number>) => {
      if (data === user.id) askLater()
      else ask()
    }
    askLater()
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearTimeout(timer)
      channel.close()
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isReached, user.id])
  return null
}
