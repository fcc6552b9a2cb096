import type { dashboard } from '#contract/office/dashboard.ts'
import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { paging } from '#domain/platform/limits.ts'
import { dayAfter, dueNoticeDays, dueStateOf } from '#domain/vault/due-dates.ts'
import { dayInFrance } from '#texts/platform/format.ts'
import type { PageOf } from '#server/platform/http/paging-header.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { chestsToSearch, chestsToUpdate } from '#server/vault/chests/chest-rows.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import { dueItemsIn } from '#server/vault/due-dates/due-items.ts'
import { shownItems } from './password-rows.ts'
import { openTo, type OwnRequest } from './readable.ts'

type DueDeps = Pick<PlatformDeps, 'db' | 'clock' | 'log'> & { readonly chestKeys: ChestKeys }
type Asked = QueryOf<(typeof dashboard)['due']>

/** A page of what the caller may change and that is to be renewed, earliest date first. */
export async function listDue(
  deps: DueDeps,
  { actor, unlocks }: OwnRequest,
  { offset = 0, limit = paging.defaultLimit }: Asked,
): Promise<{ reply: ReplyOf<(typeof dashboard)['due']>; page: PageOf }> {
  const { db, clock } = deps
  const updatable = await chestsToUpdate(db, actor.id)
  const readable = (await chestsToSearch(db, actor.id)).filter(({ id }) => updatable.has(id))
  const { open, locked } = openTo(readable, await unlocks())
  const today = dayInFrance(clock())
  const until = dayAfter(today, dueNoticeDays)
  const chestOf = new Map(open.map((chest) => [chest.id, chest]))
  const [due, hidden] = await Promise.all([
    dueItemsIn(db, chestOf.keys(), until),
    dueItemsIn(
      db,
      locked.map(({ id }) => id),
      until,
    ),
  ])
  const ordered = due.toSorted((one, other) =>
    one.day < other.day ? -1 : one.day > other.day ? 1 : one.id - other.id,
  )
  const part = ordered.slice(offset, offset + limit)
  const chests = new Map(
    part.flatMap(({ id, chestId }) => {
      const chest = chestOf.get(chestId)
      return chest ? [[id, chest] as const] : []
    }),
  )
  const shown = await shownItems(deps, chests)
  const past = due.filter(({ day }) => dueStateOf(day, today) === 'past').length
  return {
    reply: {
      today,
      past,
      soon: due.length - past,
      locked: hidden.length,
      items: part.flatMap(({ id, day }) => {
        const item = shown.get(id)
        return item ? [{ ...item, due: day }] : []
      }),
    },
    page: { countTotal: due.length, offset, limit },
  }
}
