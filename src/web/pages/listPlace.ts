import { idIn, limitIn, numberIn } from '#web/shell/addressNumbers.ts'

/** Where one is in a list of a back office: `?chestId=` highlights a row. */
export type ListPlace = { chestId?: number; offset?: number; limit?: number }

/** Reads the address; what makes no sense in it is left out. */
export function readListPlace(search: Record<string, unknown>): ListPlace {
  const place = {
    chestId: idIn(search['chestId']),
    offset: numberIn(search['offset'], 0, Number.MAX_SAFE_INTEGER),
    limit: limitIn(search['limit']),
  }
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}
