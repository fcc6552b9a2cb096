import type { Kysely } from 'kysely'
import { dayNumberOf } from '#domain/vault/figures.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { DailyCountsTable } from '#server/platform/database/figure-tables.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type { Company } from './company.ts'
export type { Summaries } from '#server/vault/summaries/summaries.ts'

/**
 * Drops the stored summary of a chest: in the transaction that destroys some of its content, or gives it another key.
 * It is made again from what is left.
 */
export async function dropSummary(db: Kysely<Tables>, chestId: number): Promise<void> {
  await db.deleteFrom('chest_summaries').where('chest_id', '=', chestId).execute()
}

type Counted = { kind: DailyCountsTable['kind']['__select__']; day: number; of: number }
const raise = prepared((db: Kysely<Tables>, params: Params<Counted>) =>
  db
    .insertInto('daily_counts')
    .values({ kind: params('kind'), day: params('day'), of_id: params('of'), nb: 1 })
    .onConflict((there) =>
      there.columns(['kind', 'day', 'of_id']).doUpdateSet((row) => ({ nb: row('daily_counts.nb', '+', 1) })),
    ),
)

/** Counts a sign-in of a user, or a one-time message made from a chest, in the transaction of the deed. */
export const countOfDay = (
  tx: Kysely<Tables>,
  kind: Counted['kind'],
  of: number,
  now: number,
): Promise<unknown> => raise.run(tx, { kind, day: dayNumberOf(now), of })
