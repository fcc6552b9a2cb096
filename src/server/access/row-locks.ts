import { sql, type Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** The key of the lock below, among PostgreSQL's advisory locks. */
const linksLock = 1_953_655_915

/**
 * Comes before all other locks of a transaction that changes who is attached to what. Changes run beside each other; the
 * removal of a bank or a team runs alone: it locks all who are attached, whom others would meanwhile lock in another order.
 */
export async function lockLinks(tx: Transaction<Tables>, why: 'change' | 'removal'): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  const lock = why === 'change' ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`
  await sql`select ${lock}(${sql.lit(linksLock)})`.execute(tx)
}

/**
 * Makes other changes of a team wait until the transaction ends: what is attached to a team that goes meanwhile
 * would break its foreign key.
 *
 * @throws Refusal TEAM_NOT_FOUND when it is gone
 */
export async function lockTeam(
  tx: Transaction<Tables>,
  id: number,
  why: 'change' | 'removal' = 'change',
): Promise<void> {
  if ((await lockRows(tx, 'teams', [id], why)).length === 0) throw new Refusal('TEAM_NOT_FOUND')
}

/**
 * Makes other changes of these banks wait until the transaction ends: what is attached to a bank that goes meanwhile
 * would break its foreign key.
 *
 * @throws Refusal BANK_NOT_FOUND when one is gone
 */
export async function lockBanks(
  tx: Transaction<Tables>,
  bankIds: readonly number[],
  why: 'change' | 'removal' = 'change',
): Promise<void> {
  const found = await lockRows(tx, 'banks', bankIds, why)
  if (found.length < new Set(bankIds).size) throw new Refusal('BANK_NOT_FOUND')
}

/**
 * Makes other changes of a live chest's attachments, name or life wait until the transaction ends. It comes before
 * the judgement of the deed, so that what is judged stays true.
 * @throws Refusal CHEST_NOT_FOUND
 */
export async function lockChest(tx: Transaction<Tables>, id: number): Promise<void> {
  await lockRows(tx, 'chests', [id])
  const live = tx.selectFrom('chests').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  if (!(await live.executeTakeFirst())) throw new Refusal('CHEST_NOT_FOUND')
}
