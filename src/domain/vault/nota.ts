import { notaLimits } from '#domain/platform/limits.ts'

const hour = 3_600_000
const day = 24 * hour

/** The choices of a message's lifetime: the id in the API, and milliseconds. */
export const notaExpiries = [
  { id: 1, ms: hour },
  { id: 2, ms: 4 * hour },
  { id: 3, ms: day },
  { id: 4, ms: 3 * day },
  { id: 5, ms: 7 * day },
  { id: 6, ms: 30 * day },
] as const

export type NotaExpiryId = (typeof notaExpiries)[number]['id']

/** The default of the dialog: one day. */
export const defaultNotaExpiry: NotaExpiryId = 3

/** Returns the milliseconds of an expiry, or null for an unknown id. */
export const notaDuration = (id: number): number | null =>
  notaExpiries.find((expiry) => expiry.id === id)?.ms ?? null

/** Returns the path of a message. The key is in the fragment, which browsers never send. */
export const notaPath = (id: string, key?: string): string =>
  key === undefined ? `/nota/${id}` : `/nota/${id}#${key}`

const keyShape = new RegExp(`^[A-Za-z0-9_-]{${notaLimits.keyLetters}}$`)

/**
 * Returns the key of an address's fragment, with or without its `#`, or null when it is missing or truncated.
 */
export function notaKeyIn(fragment: string): string | null {
  const key = fragment.replace(/^#/, '')
  return keyShape.test(key) ? key : null
}
