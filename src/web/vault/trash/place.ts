import { idIn, limitIn, numberIn } from '#web/platform/shell/addressNumbers.ts'

/** The state of the trash in its address: the chest, the page, and whether the older entries are shown. */
export type TrashPlace = { chestId?: number; older?: true; offset?: number; limit?: number }

/** Reads an address. Invalid parameters are dropped. */
export function readTrashPlace(search: Record<string, unknown>): TrashPlace {
  const place = {
    chestId: idIn(search['chestId']),
    older: search['older'] === true || search['older'] === 'true' ? (true as const) : undefined,
    offset: numberIn(search['offset'], 0, Number.MAX_SAFE_INTEGER),
    limit: limitIn(search['limit']),
  }
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
}
