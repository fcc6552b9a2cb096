import { paging } from '#domain/platform/limits.ts'

/** Returns a whole number of the address within bounds, given as number or text, or undefined. */
export function numberIn(value: unknown, minimum: number, maximum: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= minimum && number <= maximum
    ? number
    : undefined
}

/** Returns an id of the address, or undefined. */
export const idIn = (value: unknown): number | undefined => numberIn(value, 1, Number.MAX_SAFE_INTEGER)

/** Returns a page size of the address if it is one of the choices. */
export const limitIn = (value: unknown): number | undefined => {
  const limit = numberIn(value, 1, paging.maximum)
  return paging.sizes.find((size) => size === limit)
}
