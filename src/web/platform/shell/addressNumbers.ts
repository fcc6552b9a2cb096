import { paging } from '#domain/platform/limits.ts'

/** A whole number of the address between two bounds, however it is written there; undefined when it is none. */
export function numberIn(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= minimum && number <= maximum
    ? number
    : undefined
}

/** An id of the address. */
export const idIn = (value: unknown): number | undefined => numberIn(value, 1, Number.MAX_SAFE_INTEGER)

/** A page's size of the address: one of those that are offered. */
export const limitIn = (value: unknown): number | undefined => {
  const limit = numberIn(value, 1, paging.maximum)
  return paging.sizes.find((size) => size === limit)
}
