import { sql, type Kysely, type Transaction } from 'kysely'
import { directoryReasonOf, type DirectoryReason } from '#domain/identity/directory-refusals.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** Why the directory last refused an account, and when, in milliseconds. */
export type LastRefusal = { readonly code: DirectoryReason; readonly at: number }

/** Stores why the directory refused an account. */
export async function storeRefusal(
  tx: Transaction<Tables>,
  userId: number,
  { code, at }: LastRefusal,
): Promise<void> {
  await tx
    .insertInto('directory_refusals')
    .values({ user_id: userId, code, refused_at: at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code, refused_at: at }))
    .execute()
}

/** Deletes the stored refusal of an account, which no longer holds. */
export async function forgetRefusal(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx.deleteFrom('directory_refusals').where('user_id', '=', userId).execute()
}

const ofUsers = prepared((db: Kysely<Tables>, params: Params<{ users: string }>) =>
  db
    .selectFrom('directory_refusals as r')
    .select(['r.user_id', 'r.code', 'r.refused_at'])
    .where(isAmong(db, sql.ref('r.user_id'), sql`${params('users')}`)),
)

/** Returns the last refusals of users, by their ids, in one query. */
export async function lastRefusals(
  db: Kysely<Tables>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, LastRefusal>> {
  const rows = await ofUsers.all(db, { users: listOf(db, userIds) })
  return new Map(
    rows.flatMap((row): [number, LastRefusal][] => {
      const code = directoryReasonOf(row.code)
      return code === null ? [] : [[row.user_id, { code, at: row.refused_at }]]
    }),
  )
}
