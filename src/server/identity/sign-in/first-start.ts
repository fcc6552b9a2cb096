import type { Kysely, Transaction } from 'kysely'
import type { PassedSteps } from '#domain/platform/first-start.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The row of the guide for the first super administrator. Installations that were set up without it have none. */
const guideName = 'first-start.guide'

/** The guide: its owner, and the steps that they passed. */
export type Guide = { readonly user: number; readonly passed: PassedSteps }

/** Opens the guide for the first account, in the transaction that inserts it. */
export async function openGuide(tx: Transaction<Tables>, userId: number): Promise<void> {
  const value = JSON.stringify({ user: userId, passed: {} } satisfies Guide)
  await tx
    .insertInto('settings')
    .values({ name: guideName, value })
    .onConflict((known) => known.column('name').doNothing())
    .execute()
}

export async function readGuide(db: Kysely<Tables>): Promise<Guide | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', guideName).executeTakeFirst()
  return row ? (JSON.parse(row.value) as Guide) : null
}

export async function writeGuide(tx: Transaction<Tables>, guide: Guide): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(guide) })
    .where('name', '=', guideName)
    .execute()
}
