/** A mail server that did not answer in time, remembered so that nobody waits for it again soon. */
export type Silence = {
  /** Whether it is no use waiting now. */
  lasts(): boolean
  /** Whether it ended without a word of the server, as far as one knows: away, and not merely slow. */
  isAway(): boolean
  /** Somebody waited in vain. */
  begin(): void
  /** The server answered something, after so long: it is waited for again when that was soon enough. */
  heard(afterMs: number): void
  /** The server was given up: it let nobody in, or never answered. */
  missed(): void
}

/** @param silenceMs how long nobody waits; then one tries again what the server is like */
export function createSilence(
  clock: () => number,
  { patienceMs, silenceMs }: { readonly patienceMs: number; readonly silenceMs: number },
): Silence {
  let until = 0
  let wasMissed = false
  return {
    lasts: () => clock() < until,
    isAway: () => wasMissed && clock() < until,
    begin: () => {
      until = clock() + silenceMs
      wasMissed = false
    },
    heard: (afterMs) => {
      wasMissed = false
      if (afterMs < patienceMs) until = 0
    },
    missed: () => {
      wasMissed = true
    },
  }
}
