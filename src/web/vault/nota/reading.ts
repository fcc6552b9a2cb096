import { notaKeyIn } from '#domain/vault/nota.ts'
import { ApiError, isCode } from '#web/platform/api/errors.ts'

/** Returns whether Web Crypto is available: in secure contexts (https, localhost) only. */
export const canSeal = (): boolean => 'subtle' in crypto

/** The final states. */
export type End = 'gone' | 'lost' | 'over' | 'cut' | 'wrong' | 'unreadable' | 'insecure'

/** The link in the address, or the final state that makes a request pointless. */
export type Link = { id: string; key: string } | { end: End }

/** The history state that marks an address whose message was read in this tab, for a reload. */
export const readMark = 'nota-read'

export type Address = { pathname: string; hash: string; state: unknown; canOpen: boolean }

/** Validates the address before any request. */
export function linkOf({ pathname, hash, state, canOpen }: Address): Link {
  const id = pathname.split('/')[2] ?? ''
  const key = notaKeyIn(hash)
  if (key === null) return { end: state === readMark && hash === '' ? 'over' : 'cut' }
  return canOpen ? { id, key } : { end: 'insecure' }
}

/** The meaning of a refusal: a final state, a retry, or an unknown outcome. */
export type Outcome = { end: End } | 'again' | 'doubt'

/**
 * Returns the meaning of an error of either call.
 * @param isDoubtful the reply to an earlier attempt was lost: that attempt may have destroyed the message
 */
export function outcomeOf(error: unknown, isDoubtful: boolean): Outcome {
  if (isCode(error, 'NOTA_KEY_WRONG')) return { end: 'wrong' }
  if (!(error instanceof ApiError)) return 'doubt'
  // An id of another format is refused as invalid: such a message does not exist either.
  if (error.status === 404 || error.status === 400) return { end: isDoubtful ? 'lost' : 'gone' }
  // Refused before anything was done.
  return error.status === 429 || error.status === 503 ? 'again' : 'doubt'
}
