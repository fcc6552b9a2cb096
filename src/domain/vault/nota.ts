import { notaLimits } from '#domain/platform/limits.ts'

const hour = 3_600_000
const day = 24 * hour

/** How long a one-time message may wait for its reader: the id that the wire carries, and milliseconds. */
export const notaExpiries = [
  { id: 1, ms: hour },
  { id: 2, ms: 4 * hour },
  { id: 3, ms: day },
  { id: 4, ms: 3 * day },
  { id: 5, ms: 7 * day },
  { id: 6, ms: 30 * day },
] as const

export type NotaExpiryId = (typeof notaExpiries)[number]['id']

/** What the dialog starts with: one day. */
export const defaultNotaExpiry: NotaExpiryId = 3

/** Milliseconds of an expiry; null for an id that is none. */
export const notaDuration = (id: number): number | null =>
  notaExpiries.find((expiry) => expiry.id === id)?.ms ?? null

/** The address of a message, after the origin: the key stands behind the `#`, which no browser sends. */
export const notaPath = (id: string, key?: string): string =>
  key === undefined ? `/nota/${id}` : `/nota/${id}#${key}`

const keyShape = new RegExp(`^[A-Za-z0-9_-]{${notaLimits.keyLetters}}$`)

/** The key in an address's fragment, with or without its `#`; null where it was lost or cut on its way. */
export function notaKeyIn(fragment: string): string | null {
  const key = fragment.replace(/^#/, '')
  return keyShape.test(key) ? key : null
}
