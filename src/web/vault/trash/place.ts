import { idIn, limitIn, numberIn } from '#web/platform/shell/addressNumbers.ts'

/** Where one is in a trash, as the address says it: the chest, the page, and whether the older entries show. */
export type TrashPlace = { chestId?: number; older?: true; offset?: number; limit?: number }

/** Reads an address; what makes no sense in it is left out. */
export function readTrashPlace(search: Record<string, unknown>): TrashPlace {
  const place = {
    chestId: idIn(search['chestId']),
    older: search['older'] === true || search['older'] === 'true' ? (true as const) : undefined,
    offset: numberIn(search['offset'], 0, Number.MAX_SAFE_INTEGER),
    limit: limitIn(search['limit']),
  }
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}
