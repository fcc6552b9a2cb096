import { notaKeyIn } from '#domain/vault/nota.ts'
import { ApiError, isCode } from '#web/platform/api/errors.ts'

/** What there is no way on from. */
export type End = 'gone' | 'lost' | 'over' | 'cut' | 'wrong' | 'unreadable' | 'insecure'

/** A link as the address brought it; an end where nothing need be asked. */
export type Link = { id: string; key: string } | { end: End }

/** What the history keeps of an address whose message was read in this tab, so that a reload knows it. */
export const readMark = 'nota-read'

export type Address = { pathname: string; hash: string; state: unknown; canOpen: boolean }

/** Judges the address before anything is asked of the server. */
export function linkOf({ pathname, hash, state, canOpen }: Address): Link {
  const id = pathname.split('/')[2] ?? ''
  const key = notaKeyIn(hash)
  if (key === null) return { end: state === readMark && hash === '' ? 'over' : 'cut' }
  return canOpen ? { id, key } : { end: 'insecure' }
}

/** What a refusal of either call means: an end, another try, or nothing that one can know. */
export type Outcome = { end: End } | 'again' | 'doubt'

/**
 * @param isDoubtful an answer to an earlier try was lost: that try may have destroyed the message
 */
export function outcomeOf(error: unknown, isDoubtful: boolean): Outcome {
  if (isCode(error, 'NOTA_KEY_WRONG')) return { end: 'wrong' }
  if (!(error instanceof ApiError)) return 'doubt'
  // An id of another shape is refused as invalid: it leads nowhere either.
  if (error.status === 404 || error.status === 400) return { end: isDoubtful ? 'lost' : 'gone' }
  // Refused before anything was done.
  return error.status === 429 || error.status === 503 ? 'again' : 'doubt'
}
