import { fold } from '#domain/platform/folding.ts'

/** In milliseconds: letters typed with shorter pauses form one word. */
const pauseMs = 500

/**
 * Returns a function that takes each typed letter and returns the index of the next name that begins with the
 * letters so far, or -1. Case and accents are ignored. The same letter again leads to the next such name (the
 * type-ahead of the ARIA practices).
 */
export function createTypeAhead() {
  let typed = ''
  let at = Number.NEGATIVE_INFINITY
  return (
    letter: string,
    now: number,
    { count, nameAt, active }: { count: number; nameAt: (index: number) => string; active: number },
  ): number => {
    const isGoingOn = now - at < pauseMs
    typed = isGoingOn ? typed + letter : letter
    at = now
    const isRepeated = new Set(fold(typed)).size === 1
    const sought = fold(isRepeated ? letter : typed)
    for (let step = isRepeated ? 1 : 0; step <= count; step += 1) {
      const index = (active + step + count) % count
      if (fold(nameAt(index)).startsWith(sought)) return index
    }
    return -1
  }
}
