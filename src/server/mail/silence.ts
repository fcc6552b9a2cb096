/** A mail server that did not answer in time, remembered so that nobody waits for it again soon. */
export type Silence = {
  /** Whether it is no use waiting now. */
  lasts(): boolean
  /** Somebody waited in vain. */
  begin(): void
  /** The server answered something, after so long: it is waited for again when that was soon enough. */
  heard(afterMs: number): void
}

/** @param silenceMs how long nobody waits; then one tries again what the server is like */
export function createSilence(
  clock: () => number,
  { patienceMs, silenceMs }: { readonly patienceMs: number; readonly silenceMs: number },
): Silence {
  let until = 0
  return {
    lasts: () => clock() < until,
    begin: () => {
      until = clock() + silenceMs
    },
    heard: (afterMs) => {
      if (afterMs < patienceMs) until = 0
    },
  }
}
