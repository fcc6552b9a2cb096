import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'

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
