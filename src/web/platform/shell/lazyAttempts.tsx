import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { requireServer } from '#web/platform/api/requireServer.ts'

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

export type LazyProps<Props> = {
  given: Props
  /** Shown while the code loads. */
  waiting?: ReactNode
}

/**
 * Loads code when it is first rendered, or before by `prepare`. If that fails, `Instead` replaces it and the rest
 * of the page stays. The code is kept in a state: React would show what was suspended 300 ms later at the earliest.
 */
export function lazyAttempts<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: StandIn<Props>,
) {
  let Loaded: ComponentType<Props> | null = null
  let isPreparing = false

  /** Returns null once the code is there. */
  const attempt = async (isReached: boolean): Promise<Lack | null> => {
    if (Loaded !== null) return null
    try {
      if (!isReached) await requireServer()
    } catch {
      return 'away'
    }
    try {
      Loaded = await load()
      return null
    } catch {
      return 'gone'
    }
  }

  function Lazy({ given, waiting = null }: LazyProps<Props>): ReactNode {
    const [state, setState] = useState<Lack | 'loading' | 'loaded'>(Loaded === null ? 'loading' : 'loaded')
    const [isRetrying, setRetrying] = useState(false)
    const isLoading = state === 'loading'
    useEffect(() => {
      if (isLoading) void attempt(false).then((lack) => setState(lack ?? 'loaded'))
    }, [isLoading])
    const onRetry = () => {
      if (state === 'gone') {
        window.location.reload()
        return
      }
      setRetrying(true)
      void attempt(false).then((lack) => {
        setRetrying(false)
        setState(lack ?? 'loaded')
      })
    }
    if (state === 'away' || state === 'gone')
      return <Instead given={given} lack={state} isRetrying={isRetrying} onRetry={onRetry} />
    return state === 'loaded' && Loaded !== null ? <Loaded {...given} /> : waiting
  }

  /**
   * Loads the code of what will probably be opened, which then renders at once. A failure is left to the opening.
   * @param isReached the server has just replied
   */
  const prepare = (isReached = false): void => {
    if (isPreparing || Loaded !== null) return
    isPreparing = true
    void attempt(isReached).then(() => {
      isPreparing = false
    })
  }
  return { Lazy, prepare }
}
