import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal } from '#domain/refusals.ts'
import { userStates } from '#domain/roles.ts'
import { engineOf } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'

/**
 * Makes other changes of these banks wait until the transaction ends, their order being that of the ids so that two
 * callers never wait for each other. A link that is inserted first locks its bank too, less strongly, which lets
 * this lock pass (PostgreSQL: `for no key update` beside the `for key share` of a foreign key).
 *
 * @throws Refusal BANK_NOT_FOUND when one is gone: what hung on it would break its foreign key
 */
export async function lockBanks(tx: Transaction<Tables>, bankIds: readonly number[]): Promise<void> {
  const ids = [...new Set(bankIds)]
  if (ids.length === 0) return
  const found = await tx
    .selectFrom('banks')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    // SQLite has one writer, and no such clause.
    .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute()
  if (found.length < ids.length) throw new Refusal('BANK_NOT_FOUND')
}

/**
 * The rule of `max_user`: the active users with ROLE_INTERVENANT attached to a bank itself are no more than it
 * allows. Asked after the change, in its transaction, and only where the change may have made the number grow
 * (creation, attaching, activation, change of role): a bank whose limit was lowered keeps whom it has.
 *
 * Who changes a user and who attaches one must meet: both lock the user's row first (an `update` does), then come
 * here, or neither sees what the other has not committed yet.
 *
 * @throws Refusal REACH_USER_LIMIT_IN_BANK beyond the limit of one of the banks; BANK_NOT_FOUND when one is gone
 */
export async function requireRoomInBanks(tx: Transaction<Tables>, bankIds: readonly number[]): Promise<void> {
  if (bankIds.length === 0) return
  await lockBanks(tx, bankIds)
  const full = await tx
    .selectFrom('banks as b')
    .select('b.id')
    .where('b.id', 'in', [...bankIds])
    .where('b.max_user', '<', activeUsersOf(sql.ref('b.id')))
    .limit(1)
    .executeTakeFirst()
  if (full) throw new Refusal('REACH_USER_LIMIT_IN_BANK')
}

/** How many active users with ROLE_INTERVENANT are attached to a bank itself. */
const activeUsersOf = (bankId: ReturnType<typeof sql>) => sql<number>`(
  select count(*) from bank_users bu join users u on u.id = bu.user_id
   where bu.bank_id = ${bankId} and u.state_id = ${sql.lit(userStates.active)}
     and u.deleted_at is null and u.role = 'ROLE_INTERVENANT')`

/** What `max_user` limits, for the counter that the page shows. */
export async function countActiveUsers(db: Kysely<Tables>, bankId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${activeUsersOf(sql`${bankId}`)} as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
