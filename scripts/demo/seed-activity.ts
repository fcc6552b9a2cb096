import { countOfDay } from '../../src/server/platform/journal/daily-counts.ts'
import type { Chance } from './chance.ts'
import type { Demonstration, Worker } from './installation.ts'
import { passwordFrom, type MadeChest, type PlannedItem } from './seed-content.ts'

const day = 86_400_000
/** The length of the simulated activity, in days. */
const daysOfActivity = 90
/** Calls of one time run concurrently, up to this number: the database commits them together. */
const together = 30
const origin = { ip: '192.0.2.1', requestId: 'demonstration', userAgent: 'Firefox' }

type MadeItem = PlannedItem & { readonly id: number }

/** Simulates three months of work: items created, read, changed and deleted, each on its day, at office hours. */
export async function seedActivity(
  demo: Demonstration,
  chance: Chance,
  { planned, made: before }: { planned: readonly PlannedItem[]; made: readonly MadeItem[] },
  today: number,
  eachDay: () => Promise<void>,
): Promise<void> {
  const waiting = [...planned]
  const made = [...before]
  for (let back = daysOfActivity - 1; back >= 1; back -= 1) {
    const midnight = today - back * day
    const weekday = new Date(midnight).getUTCDay()
    const isOff = weekday === 0 || weekday === 6
    // Most items are created in the first weeks, the rest over time.
    const share = isOff ? 0 : back > daysOfActivity - 15 ? 26 : 4
    const added = back === 1 ? waiting.splice(0) : waiting.splice(0, share)
    const uses = made.length === 0 ? 0 : isOff ? chance.below(3) : 7 + chance.below(8)
    const at = midnight + (8 + chance.below(9)) * 3_600_000 + chance.below(3_600_000)
    await demo.at(at)
    await inGroups(added, async (item) => {
      made.push(await make(demo, chance.of(item.chest.writers), item))
    })
    // Replies arrive in any order: sorting keeps the later random choices reproducible.
    made.sort((one, other) => one.id - other.id)
    await demo.at(at + 1_800_000)
    const steps = Array.from({ length: uses }, () => use(demo, chance, made))
    await inGroups(steps, (step) => step())
    // Deletions run last: no other call uses the item.
    const gone = made.length > 0 && chance.percent(15) ? chance.of(made) : null
    if (gone !== null) {
      made.splice(made.indexOf(gone), 1)
      await demo.call<unknown>(gone.chest.owner, 'DELETE', `/api/item/${gone.id}`)
    }
    if (!isOff && back % 3 === 0) await sendOnce(demo, made[back % made.length])
    await eachDay()
  }
}

/** Creates items more than a year ago, some of them never changed since. */
export async function seedEarlier(
  demo: Demonstration,
  planned: readonly PlannedItem[],
  today: number,
): Promise<MadeItem[]> {
  const made: MadeItem[] = []
  for (const [at, item] of planned.entries()) {
    if (at % together === 0) await demo.at(today - (500 - at) * day + 10 * 3_600_000)
    made.push(await make(demo, item.chest.owner, item))
  }
  return made
}

/** Creates a one-time message, which is opened or not. */
async function sendOnce(demo: Demonstration, item: MadeItem | undefined): Promise<void> {
  if (!item) return
  const body = { chestId: item.chest.id, message: 'Code du portail\u00a0: 4812', expirationDateId: 3 }
  await demo.call<unknown>(item.chest.owner, 'POST', '/api/nota/create', body)
}

async function make(demo: Demonstration, author: Worker, item: PlannedItem): Promise<MadeItem> {
  const body = { chestId: item.chest.id, parentFolderId: item.folder, ...item.body }
  const { id } = await demo.call(author, 'POST', '/api/item/', body)
  return { ...item, id }
}

async function inGroups<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < entries.length; from += together)
    await Promise.all(entries.slice(from, from + together).map(work))
}

/** Draws an action on an item now. @returns the call, to be made later */
function use(demo: Demonstration, chance: Chance, made: readonly MadeItem[]): () => Promise<void> {
  const item = chance.of(made)
  const reader = chance.of(item.chest.readers)
  const writer = chance.of(item.chest.writers)
  const kind = chance.below(100)
  const path = `/api/item/${item.id}`
  const change = (elementType: string, elementValue: string) => () =>
    demo.call<unknown>(writer, 'PATCH', path, { elementType, elementValue })
  const read = () =>
    demo.call<unknown>(reader, 'GET', item.body.otp && kind < 15 ? `${path}/otp` : `${path}/copy`)
  const deed =
    kind < 76
      ? read
      : kind < 94
        ? change('password', passwordFrom(chance, item.chest.plan.name))
        : change('description', 'Vérifié avec le prestataire.')
  return async () => {
    await signedIn(demo, kind < 76 ? reader : writer)
    await deed()
  }
}

/** Records a sign-in of the past. */
async function signedIn({ deps }: Demonstration, who: Worker): Promise<void> {
  const { db, clock, journal } = deps
  await countOfDay(db, 'visit', who.id, clock())
  await db.updateTable('users').set({ last_sign_in_at: clock() }).where('id', '=', who.id).execute()
  await journal.record(db, { id: who.id, login: who.login }, origin, { action: 'sign-in.done' })
}

/** Gives the shown accounts favourites and a last chest. */
export async function seedHabits(
  demo: Demonstration,
  chests: readonly MadeChest[],
  workers: readonly Worker[],
): Promise<void> {
  for (const worker of workers) {
    // The creator of all chests can read all of them.
    const isChief = worker === workers[0]
    const own = chests.filter(({ readers }) => isChief || readers.includes(worker)).slice(0, 4)
    for (const chest of own) await demo.call<unknown>(worker, 'POST', `/api/favorite/chest/${chest.id}`)
    const [first] = own
    if (first === undefined) continue
    for (const id of await firstItems(demo, first.id))
      await demo.call<unknown>(worker, 'POST', `/api/favorite/item/${id}`)
  }
}

async function firstItems({ deps }: Demonstration, chestId: number): Promise<number[]> {
  const rows = await deps.db
    .selectFrom('items')
    .select('id')
    .where('chest_id', '=', chestId)
    .where('trash_id', 'is', null)
    .orderBy('id')
    .limit(4)
    .execute()
  return rows.map(({ id }) => id)
}
