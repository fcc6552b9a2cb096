import { sql, type Kysely, type Transaction } from 'kysely'
import { roleMay, type Role } from '#domain/platform/roles.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { isOnBank } from './members.ts'
import { banksOfUser } from './scope.ts'
import type { Tables } from '#server/platform/database/tables.ts'

export type CurrentBank = { readonly id: number; readonly label: string }

/**
 * Returns the bank that a user works in: the last one chosen, as long as it is active and theirs; null for all banks.
 * Users who may not see all banks always have one, the first attached by default, unless there is none.
 */
export async function currentBankOf(
  db: Kysely<Tables>,
  user: { id: number; role: Role; lastBankId: number | null },
): Promise<CurrentBank | null> {
  const seesAll = roleMay(user.role, 'seeAllBanks')
  if (seesAll && user.lastBankId === null) return null
  let banks = db
    .selectFrom('banks as b')
    .select(['b.id', 'b.label'])
    .where('b.active', '=', 1)
    .orderBy('b.id')
  if (!roleMay(user.role, 'manageEverything')) {
    banks = banks.where(sql<boolean>`b.id in (${banksOfUser(user.id)})`)
  }
  if (seesAll && user.lastBankId !== null) banks = banks.where('b.id', '=', user.lastBankId)
  const found = await banks.execute()
  return found.find((bank) => bank.id === user.lastBankId) ?? (seesAll ? null : (found[0] ?? null))
}

/**
 * Returns the current bank for something that is created in it, and locks it until the transaction ends. After waiting
 * for the lock it reads the bank again: a user who lost it meanwhile creates in no bank.
 */
export async function lockCurrentBank(
  tx: Transaction<Tables>,
  user: Parameters<typeof currentBankOf>[1],
): Promise<CurrentBank | null> {
  const bank = await currentBankOf(tx, user)
  if (!bank) return null
  await lockRows(tx, 'banks', [bank.id])
  const still = await currentBankOf(tx, user)
  if (still?.id !== bank.id) return null
  // What is created there is attached to it, and its creator may be: the rows of links alone do not decide.
  return roleMay(user.role, 'manageEverything') || (await isOnBank(tx, bank.id, user.id)) ? still : null
}
