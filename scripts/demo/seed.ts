import { setTimeout as pause } from 'node:timers/promises'
import { chanceFrom } from './chance.ts'
import type { Demonstration, Worker } from './installation.ts'
import { seedActivity, seedEarlier, seedHabits } from './seed-activity.ts'
import { keepDay } from './seed-figures.ts'
import { planItems, seedChests, type PlannedItem } from './seed-content.ts'
import { seedPeople } from './seed-people.ts'

const day = 86_400_000
/** When the organisation began with it: long enough ago that passwords of then are old. */
const daysOfHistory = 540

/** What was put in before the last three months. */
const itemsOfBefore = 120

/** Fills a demonstration: always the same, its dates aside, which end today. */
export async function seed(demo: Demonstration): Promise<void> {
  const chance = chanceFrom(2026)
  const today = Math.floor(Date.now() / day) * day
  const opening = today - daysOfHistory * day + 9 * 3_600_000
  await demo.at(opening)
  const crew = await seedPeople(demo, chance, opening)
  const chests = await seedChests(demo, crew)
  const plans: PlannedItem[][] = []
  for (const chest of chests) plans.push(await planItems(demo, chance, chest))
  // Chest by chest in turn, as several teams fill theirs at the same time.
  const longest = Math.max(...plans.map((plan) => plan.length))
  const planned = Array.from({ length: longest }, (_, at) =>
    plans.flatMap((plan) => plan.slice(at, at + 1)),
  ).flat()
  const made = await seedEarlier(demo, planned.splice(0, itemsOfBefore), today)
  const guarded = chests.filter(({ plan }) => plan.masterKey !== undefined).map(({ id }) => id)
  await seedActivity(demo, chance, { planned, made }, today, () => keepDay(demo, guarded))
  await seedHabits(demo, chests, crew.workers.slice(0, demo.accounts.length))
  for (const { id, plan } of chests) {
    if (plan.masterKey !== undefined) await guard(demo, crew.workers, id, plan.masterKey)
  }
  // What was sent by mail in the past needs no sending; everybody signs in anew.
  await demo.at(null)
}

/** Puts a master key on a chest, once all that it holds is in it, and waits until everything is sealed under it. */
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
