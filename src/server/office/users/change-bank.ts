import { changeUser } from '#server/access/account-rows.ts'
import { sql } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { callerNow } from '#server/access/members.ts'
import { lockLinks } from '#server/access/row-locks.ts'
import { isVisible } from '#server/access/scope.ts'
import type { UserDeps } from './create.ts'
import type { By } from '#server/access/session.ts'

/** The wire value for all banks. */
const allBanks = 0

/**
 * Sets the caller's current bank, or all banks.
 * @throws Refusal ROLE_REQUIRED, BANK_NOT_FOUND, BANK_INACTIVE
 */
export function changeBank({ db, clock, journal }: UserDeps, { actor, origin }: By, bankId: number) {
  return db.transaction().execute(async (tx) => {
    // The removal of the bank runs before this, which then does not find it, or after it, and clears the choice.
    await lockLinks(tx, 'change')
    const caller = await callerNow(tx, actor)
    if (bankId === allBanks && !roleMay(caller.role, 'seeAllBanks')) throw new Refusal('ROLE_REQUIRED')
    const bank = bankId === allBanks ? null : await bankOf()
    await changeUser(tx, actor.id, { last_bank_id: bank?.id ?? null }, clock())
    const objects = { bank: bank?.id ?? null }
    await journal.record(tx, actor, origin, { action: 'user.bank-changed', objects })
    return { currentBank: bank }

    async function bankOf() {
      const row = await tx
        .selectFrom('banks as b')
        .select(['b.id', 'b.label', 'b.active'])
        .where('b.id', '=', bankId)
        .where(isVisible('bank', caller, sql.ref('b.id'), sql`null`))
        .executeTakeFirst()
      if (!row) throw new Refusal('BANK_NOT_FOUND')
      if (row.active === 0) throw new Refusal('BANK_INACTIVE')
      return { id: row.id, label: row.label }
    }
  })
}
