/** How many connections a mail server takes from this node at once, as its answers show it. */
export type ConnectionLimit = {
  /** Connections at most; unlimited until the server turns one away. */
  readonly most: number
  /** Resolves once a connection may be opened. After the signal it resolves at once. */
  enter(): Promise<void>
  /** Ends what `enter` began. */
  leave(): void
  /**
   * Lowers the limit after the server turned a connection away, while it is still counted.
   * @returns false when it was the only one: the server takes none
   */
  lower(): boolean
  /** Counts a delivery. After several the limit grows by one, since a server may take more again. */
  succeed(): void
}

/** Deliveries after which one more connection is tried. */
const growsAfter = 10

/** @param signal ends the waiting */
export function createConnectionLimit(signal: AbortSignal): ConnectionLimit {
  let most = Infinity
  let open = 0
  let successes = 0
  const waiting: (() => void)[] = []

  const admit = (): void => {
    while (waiting.length > 0 && (open < most || signal.aborted)) {
      open += 1
      waiting.shift()?.()
    }
  }
  signal.addEventListener('abort', admit, { once: true })

  return {
    get most() {
      return most
    },
    enter() {
      const entered = new Promise<void>((resolve) => waiting.push(resolve))
      admit()
      return entered
    },
    leave() {
      open -= 1
      admit()
    },
    lower() {
      const others = open - 1
      if (others < 1) return false
      most = Math.min(most, others)
      successes = 0
      return true
    },
    succeed() {
      successes += 1
      if (successes % growsAfter === 0) most += 1
    },
  }
}
