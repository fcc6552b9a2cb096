import { sql, type Transaction } from 'kysely'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { banksOfUser } from './scope.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Deletes the dormant grants of chests that are about to lose their only bank. On no bank, grants count as they are:
 * dormant ones, such as those of a former client's people, would take effect again without anybody granting them. Call it
 * before the link is deleted, in the same transaction.
 *
 * @param bankId the bank to detach from one chest, or from all chests that are attached to no other
 * @param chestId the one chest; null for all
 * @returns the chests that lost grants
 */
export async function dropDormantGrants(
  tx: Transaction<Tables>,
  bankId: number,
  chestId: number | null,
): Promise<number[]> {
  const links = tx.selectFrom('bank_chests').select('chest_id').where('bank_id', '=', bankId)
  const hanging = await links.$if(chestId !== null, (all) => all.where('chest_id', '=', chestId)).execute()
  // When two transactions delete the last two links concurrently, the second must see that it deletes the last one.
  const ids = hanging.map((link) => link.chest_id)
  await lockRows(tx, 'chests', ids)
  const leaving = sql`
    select bc.chest_id from bank_chests bc
     where bc.bank_id = ${bankId} ${chestId === null ? sql`` : sql`and bc.chest_id = ${chestId}`}
       and not exists (select 1 from bank_chests other
                        where other.chest_id = bc.chest_id and other.bank_id <> ${bankId})`
  const active = sql`exists (select 1 from banks b where b.id = ${bankId} and b.active = 1)`
  const users = sql<{ chest_id: number }>`
    delete from chest_user_rights where chest_id in (${leaving}) and not (${active} and
      ${bankId} in (${banksOfUser(sql`chest_user_rights.user_id`)}))
    returning chest_id`
  // A team that is not on the bank granted rights only to those members who are: its grant must not extend to others.
  const teams = sql<{ chest_id: number }>`
    delete from chest_team_rights where chest_id in (${leaving}) and not (${active} and
      team_id in (select team_id from bank_teams where bank_id = ${bankId}))
    returning chest_id`
  const gone = [...(await users.execute(tx)).rows, ...(await teams.execute(tx)).rows]
  return [...new Set(gone.map((row) => row.chest_id))]
}
