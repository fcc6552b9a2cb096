import type { Kysely } from 'kysely'
import { dayNumberOf } from '#domain/platform/days.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Counted = { kind: Tables['daily_counts']['kind']['__select__']; day: number; of: number }
const raise = prepared((db: Kysely<Tables>, params: Params<Counted>) =>
  db
    .insertInto('daily_counts')
    .values({ kind: params('kind'), day: params('day'), of_id: params('of'), nb: 1 })
    .onConflict((there) =>
      there.columns(['kind', 'day', 'of_id']).doUpdateSet((row) => ({ nb: row('daily_counts.nb', '+', 1) })),
    ),
)

/** Counts a sign-in of a user, or a one-time message of a chest, in the transaction of the action. */
export const countOfDay = (
  tx: Kysely<Tables>,
  kind: Counted['kind'],
  of: number,
  now: number,
): Promise<unknown> => raise.run(tx, { kind, day: dayNumberOf(now), of })
