import type { Updateable } from 'kysely'
import type { Tables } from '../../src/server/platform/database/tables.ts'
import type { Demonstration } from './installation.ts'

/** Stores the indicators of a day, as the job does. Chests that get their master key later count as having it. */
export async function keepDay({ deps, jobs }: Demonstration, guarded: readonly number[]): Promise<void> {
  const set = (values: Updateable<Tables['chests']>) =>
    deps.db.updateTable('chests').set(values).where('id', 'in', guarded).execute()
  await set({ guardian: 1 })
  await jobs['keep-figures'](async () => true)
  await set({ guardian: 0 })
}
