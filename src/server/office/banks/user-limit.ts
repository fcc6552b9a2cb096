import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { userStates } from '#domain/platform/roles.ts'
import { lockBanks } from '#server/access/row-locks.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Enforces `max_user`: no more active users with ROLE_INTERVENANT are attached to a bank directly than it
 * allows. Called after a change, in its transaction, and only if the number may have grown (creation,
 * attachment, activation, change of role). A bank whose limit was lowered keeps its users.
 *
 * Concurrent changes and attachments of a user must be serialised: both lock the user's row first (an
 * `update` does), then call this. Otherwise neither sees the other's uncommitted change.
 *
 * @throws Refusal REACH_USER_LIMIT_IN_BANK beyond the limit of one of the banks; BANK_NOT_FOUND for an
 *   unknown one
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

/** Whether some of these users count towards `max_user`, so that attaching them increases the number. */
export async function countsAmong(tx: Kysely<Tables>, userIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u where u.id in (${sql.join([...userIds])}) and ${isCounted} limit 1`.execute(tx)
  return rows.length > 0
}

const isCounted = sql<boolean>`(u.state_id = ${sql.lit(userStates.active)}
  and u.deleted_at is null and u.role = 'ROLE_INTERVENANT')`

/** Returns the number of active users with ROLE_INTERVENANT attached to a bank directly, as SQL. */
const activeUsersOf = (bankId: ReturnType<typeof sql>) => sql<number>`(
  select count(*) from bank_users bu join users u on u.id = bu.user_id
   where bu.bank_id = ${bankId} and ${isCounted})`

export async function countActiveUsers(db: Kysely<Tables>, bankId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${activeUsersOf(sql`${bankId}`)} as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
