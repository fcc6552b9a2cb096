import { setTimeout as pause } from 'node:timers/promises'
import { takeCensus } from '../../src/server/access/census.ts'
import { chanceFrom } from './chance.ts'
import type { Demonstration, Worker } from './installation.ts'
import { seedActivity, seedEarlier, seedHabits } from './seed-activity.ts'
import { seedAttachments } from './seed-attachments.ts'
import { keepDay } from './seed-figures.ts'
import { planItems, seedChests, type PlannedItem } from './seed-content.ts'
import { seedPeople } from './seed-people.ts'

const day = 86_400_000
/** The age of the organisation: long enough that its first passwords count as old. */
const daysOfHistory = 540

/** The number of items created before the last three months. */
const itemsOfBefore = 120

/** Fills a demonstration: always the same, except for its dates, which end today. */
export async function seed(demo: Demonstration): Promise<void> {
  const chance = chanceFrom(2026)
  const today = Math.floor(Date.now() / day) * day
  const opening = today - daysOfHistory * day + 9 * 3_600_000
  await demo.at(opening)
  const crew = await seedPeople(demo, chance, opening)
  const chests = await seedChests(demo, crew)
  const plans: PlannedItem[][] = []
  for (const chest of chests) plans.push(await planItems(demo, chance, chest))
  // Alternates between the chests, as if several teams filled theirs concurrently.
  const longest = Math.max(...plans.map((plan) => plan.length))
  const planned = Array.from({ length: longest }, (_, at) =>
    plans.flatMap((plan) => plan.slice(at, at + 1)),
  ).flat()
  const made = await seedEarlier(demo, planned.splice(0, itemsOfBefore), today)
  const guarded = chests.filter(({ plan }) => plan.masterKey !== undefined).map(({ id }) => id)
  await seedActivity(demo, chance, { planned, made }, today, () => keepDay(demo, guarded))
  await seedAttachments(demo, chests)
  await seedHabits(demo, chests, crew.workers.slice(0, demo.accounts.length))
  for (const { id, plan } of chests) {
    if (plan.masterKey !== undefined) await guard(demo, crew.workers, id, plan.masterKey)
  }
  // Mails of the past are not sent; everybody signs in again.
  await demo.at(null)
  // As the server does later, by itself.
  const { db, config } = demo.deps
  const strange = await takeCensus(db, { dataFolder: config.dataFolder, now: Date.now() })
  if (strange.length > 0) throw new Error(`rows that the server did not write: ${strange.join(', ')}`)
}

/** Sets a master key on a filled chest, and waits until its content is resealed. */
async function guard(
  demo: Demonstration,
  [chief]: readonly Worker[],
  chestId: number,
  masterKey: string,
): Promise<void> {
  if (chief === undefined) return
  const path = `/api/chest/${chestId}/masterkey`
  await demo.call<unknown>(chief, 'PATCH', path, { masterKey })
  for (;;) {
    const { renewal } = await demo.call<{ renewal: object | null }>(chief, 'GET', path)
    if (renewal === null) return
    await pause(50)
  }
}
