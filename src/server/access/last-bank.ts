import type { Transaction } from 'kysely'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { marksIn } from './marks.ts'
import { genuineRow, genuineRows } from './proved-changes.ts'
import { banksOfPerson } from './scope.ts'
import { withdrawGrants } from './withdrawn.ts'

/**
 * Deletes the dormant grants of chests that are about to lose their only bank. On no bank, grants count as they are:
 * dormant ones, such as those of a former client's people, would take effect again without anybody granting them. Call it
 * before the bank is taken from the chests, in the same transaction. Who is on the bank is what the server wrote, whatever the
 * rows of links say.
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
  const bank = await genuineRow(tx, 'banks', bankId)
  const isOn = (marks: ReadonlySet<string>) => bank?.active === 1 && marks.has(bank.mark ?? '')
  const gone: number[] = []
  for (const chest of (await genuineRows(tx, 'chests', ids)).values()) {
    if (marksIn(chest.bank_marks).some((mark) => mark !== bank?.mark)) continue
    const users = await strangers(tx, chest.id, 'user', isOn)
    // A team that is not on the bank granted rights only to those members who are: its grant must not extend to others.
    const teams = await strangers(tx, chest.id, 'team', isOn)
    if (users.length > 0) {
      await withdrawGrants(tx, 'user', chest.id, users)
      await tx
        .deleteFrom('chest_user_rights')
        .where('chest_id', '=', chest.id)
        .where('user_id', 'in', users)
        .execute()
    }
    if (teams.length > 0) {
      await withdrawGrants(tx, 'team', chest.id, teams)
      await tx
        .deleteFrom('chest_team_rights')
        .where('chest_id', '=', chest.id)
        .where('team_id', 'in', teams)
        .execute()
    }
    if (users.length + teams.length > 0) gone.push(chest.id)
  }
  return gone
}

/** Returns those with a grant on a chest who are not on the bank that it loses. */
async function strangers(
  tx: Transaction<Tables>,
  chestId: number,
  holder: 'user' | 'team',
  isOn: (marks: ReadonlySet<string>) => boolean,
): Promise<number[]> {
  // Kysely has no type for one of several tables.
  const table = `chest_${holder}_rights` as 'chest_user_rights'
  const column = `${holder}_id` as 'user_id'
  const rows = await tx.selectFrom(table).select(column).where('chest_id', '=', chestId).execute()
  const ids = rows.map((row) => row[column])
  if (holder === 'team') {
    const teams = await genuineRows(tx, 'teams', ids)
    return ids.filter((id) => !isOn(new Set(marksIn(teams.get(id)?.bank_marks ?? ''))))
  }
  const users = await genuineRows(tx, 'users', ids)
  const found: number[] = []
  for (const id of ids) {
    const user = users.get(id)
    if (!user || !isOn((await banksOfPerson(tx, user)).marks)) found.push(id)
  }
  return found
}
