import { lazy, useState, useTransition, type ComponentType, type ReactNode } from 'react'
import { health } from '#contract/platform/health.ts'
import { call } from '#web/platform/api/client.ts'

/** Why code failed to load: the server did not respond, or this version of the code was replaced. */
export type Lack = 'away' | 'gone'

/** The component shown instead. */
export type StandIn<Props> = (props: {
  given: Props
  lack: Lack
  isRetrying: boolean
  /** Retries. Code of a replaced version needs a reload. */
  onRetry: () => void
}) => ReactNode

type Shown<Props> = ComponentType<{ given: Props; isRetrying: boolean; onRetry: () => void }>

const patienceMs = 8_000

/**
 * Loads code when it is first rendered. If that fails, `Instead` replaces it and the rest of the page stays.
 * @returns a hook that returns the component to render inside a Suspense, and its props
 */
export function lazyAttempts<Props>(load: () => Promise<ComponentType<Props>>, Instead: StandIn<Props>) {
  const attempt = (): Shown<Props> =>
    lazy(async () => {
      try {
        // A browser never retries a module that failed to load: import only when the server responds.
        await call(health.live, { signal: AbortSignal.timeout(patienceMs) })
      } catch {
        // React caches a failed lazy component: create another one for the next attempt.
        next = attempt()
        return { default: (props) => <Instead lack="away" {...props} /> }
      }
      try {
        const Loaded = await load()
        return { default: ({ given }) => <Loaded {...given} /> }
      } catch {
        return {
          default: ({ given, isRetrying }) => (
            <Instead
              lack="gone"
              given={given}
              isRetrying={isRetrying}
              onRetry={() => window.location.reload()}
            />
          ),
        }
      }
    })
  let next = attempt()

  return function useAttempts() {
    const [Part, setPart] = useState(() => next)
    const [isRetrying, startRetry] = useTransition()
    const onRetry = () => {
      // Read now: rendering may replace `next` meanwhile.
      const another = next
      startRetry(() => setPart(() => another))
    }
    return { Part, isRetrying, onRetry }
  }
}
