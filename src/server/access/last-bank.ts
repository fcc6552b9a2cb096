import { sql, type Transaction } from 'kysely'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Takes away the grants that do not count, from chests that are about to lose the only bank that they hang on. On no
 * bank, grants count as they are: those that had stopped counting, such as those of a former client's people, would
 * begin again with nobody having given anything. Called before the link goes, in its transaction.
 *
 * @param bankId the bank that is left, by one chest or by all that hang on it and on no other
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
  // Of two who take away the last two banks at once, the second one must see that it takes the last.
  const ids = hanging.map((link) => link.chest_id)
  await lockRows(tx, 'chests', ids)
  const leaving = sql`
    select bc.chest_id from bank_chests bc
     where bc.bank_id = ${bankId} ${chestId === null ? sql`` : sql`and bc.chest_id = ${chestId}`}
       and not exists (select 1 from bank_chests other
                        where other.chest_id = bc.chest_id and other.bank_id <> ${bankId})`
  const active = sql`exists (select 1 from banks b where b.id = ${bankId} and b.active = 1)`
  const users = sql<{ chest_id: number }>`
    delete from chest_user_rights where chest_id in (${leaving}) and not (${active} and (
      exists (select 1 from bank_users bu where bu.bank_id = ${bankId} and bu.user_id = chest_user_rights.user_id)
      or exists (select 1 from bank_teams bt join team_users tu on tu.team_id = bt.team_id
                  where bt.bank_id = ${bankId} and tu.user_id = chest_user_rights.user_id)))
    returning chest_id`
  // A team that is not on the bank gave rights to those of its people who are: to the others it must not begin to.
  const teams = sql<{ chest_id: number }>`
    delete from chest_team_rights where chest_id in (${leaving}) and not (${active} and
      exists (select 1 from bank_teams bt where bt.bank_id = ${bankId} and bt.team_id = chest_team_rights.team_id))
    returning chest_id`
  const gone = [...(await users.execute(tx)).rows, ...(await teams.execute(tx)).rows]
  return [...new Set(gone.map((row) => row.chest_id))]
}
