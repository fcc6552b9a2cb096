import { lazy, useState, useTransition, type ComponentType, type ReactNode } from 'react'
import { health } from '#contract/platform/health.ts'
import { call } from '#web/platform/api/client.ts'

/** Why the code of a part is not here: nobody answers, or this page cannot get it any more. */
export type Lack = 'away' | 'gone'

/** What stands in for it. */
export type StandIn<Props> = (props: {
  given: Props
  lack: Lack
  isRetrying: boolean
  /** Asks again; the code of a version that is gone only a reload brings. */
  onRetry: () => void
}) => ReactNode

type Shown<Props> = ComponentType<{ given: Props; isRetrying: boolean; onRetry: () => void }>

const patienceMs = 8_000

/**
 * Code that is asked for when it is first drawn. Where it cannot be had, another part stands in for it, and what
 * lies around stays as it is.
 * @returns a hook: what to draw, inside a Suspense, and what to give it
 */
export function lazyAttempts<Props>(load: () => Promise<ComponentType<Props>>, Instead: StandIn<Props>) {
  const attempt = (): Shown<Props> =>
    lazy(async () => {
      try {
        // A browser never asks again for code that it once could not get: it asks where somebody answers.
        await call(health.live, { signal: AbortSignal.timeout(patienceMs) })
      } catch {
        // React keeps what failed: whoever tries or draws it next gets another attempt.
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
      // Taken now: while it is drawn, `next` may already be the one after it.
      const another = next
      startRetry(() => setPart(() => another))
    }
    return { Part, isRetrying, onRetry }
  }
}
