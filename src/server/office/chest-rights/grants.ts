import { sql, type RawBuilder, type Transaction } from 'kysely'
import { Refusal, type RefusalCode } from '#domain/platform/refusals.ts'
import { newGrant, type Rights } from '#domain/platform/rights.ts'
import { rightsOf } from '#server/access/locate.ts'
import { isVisible } from '#server/access/scope.ts'
import { flagsOf } from '#server/vault/chests/chest-rows.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import type { GrantFlags } from '#server/platform/database/chest-tables.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Holder } from '#server/access/attached.ts'
import { grantFlags } from '#server/access/sharing.ts'
import { dormantReason, waysTo, type BankOfChest } from '#server/access/ways.ts'
import type { Caller } from '#server/access/session.ts'

type Db = Parameters<RawBuilder<unknown>['execute']>[0]

/** The differences between users and teams; `live` is a condition on the holder's table, alias `h`. */
const holders = {
  user: {
    table: sql`users`,
    grants: sql`chest_user_rights`,
    column: sql`user_id`,
    live: sql<boolean>`h.deleted_at is null`,
    // Callers see their own account whatever banks it is attached to.
    isSelf: (caller: Caller) => sql<boolean>`h.id = ${caller.id}`,
    isOn: (bank: BankOfChest, id: number) => bank.users.has(id),
    absent: 'USER_NOT_FOUND',
  },
  team: {
    table: sql`teams`,
    grants: sql`chest_team_rights`,
    column: sql`team_id`,
    live: sql<boolean>`1 = 1`,
    isSelf: () => sql<boolean>`1 = 0`,
    isOn: (bank: BankOfChest, id: number) => bank.teams.has(id),
    absent: 'TEAM_NOT_FOUND',
  },
} as const satisfies Record<Holder, { absent: RefusalCode } & Record<string, unknown>>

/** The refusal for a holder that does not exist or that the caller may not see. */
export const absentHolder = { user: holders.user.absent, team: holders.team.absent }

const flagValues = (rights: Rights) => {
  const flags = flagsOf(rights)
  return sql`${flags.can_read}, ${flags.can_create}, ${flags.can_update}, ${flags.can_delete}, ${flags.can_export}`
}

/**
 * Attaches users or teams to a chest locked by the transaction, with the right to read: all or none. Those
 * already attached keep their rights.
 * @returns the ids of those newly attached, in order
 * @throws Refusal USER_NOT_FOUND, TEAM_NOT_FOUND; NOT_IN_BANK for one without a bank in common with the chest
 */
export async function attach(
  tx: Transaction<Tables>,
  caller: Caller,
  holder: Holder,
  chestId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { table, grants, column, live, isSelf, isOn, absent } = holders[holder]
  const id = sql.ref('h.id')
  const { rows } = await sql<{ id: number }>`
    select h.id from ${table} h
     where h.id in (${sql.join(ids)}) and ${live}
       and (${isSelf(caller)} or ${isVisible(holder, caller, id, sql.ref('h.created_by'))})
     order by h.id ${lockedUntilCommit(tx)}`.execute(tx)
  const found = new Set(rows.map((row) => row.id))
  refuseFor(
    absent,
    ids.filter((wanted) => !found.has(wanted)),
  )
  const banks = (await waysTo(tx, [chestId])).banksOf(chestId)
  const isOnNone = (one: number) => dormantReason(banks, (bank) => isOn(bank, one)) === 'no-shared-bank'
  const allowed = rows.map((row) => row.id)
  refuseFor('NOT_IN_BANK', allowed.filter(isOnNone))
  const values = allowed.map((one) => sql`(${chestId}, ${one}, ${flagValues(newGrant)})`)
  const added = await sql<{ id: number }>`
    insert into ${grants} (chest_id, ${column}, ${grantFlags}) values ${sql.join(values)}
    on conflict do nothing returning ${column} as id`.execute(tx)
  return added.rows.map((row) => row.id).toSorted((one, other) => one - other)
}

/** Prevents a concurrent deletion of a team from breaking the grant's foreign key; SQLite has one writer. */
const lockedUntilCommit = (tx: Transaction<Tables>) =>
  engineOf(tx) === 'postgres' ? sql`for key share of h` : sql``

function refuseFor(code: RefusalCode, ids: readonly number[]): void {
  if (ids.length > 0) throw new Refusal(code, { details: { ids } })
}

/** Deletes grants. @returns the ids of those who had one, in order */
export async function detach(
  tx: Transaction<Tables>,
  holder: Holder,
  chestId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { grants, column } = holders[holder]
  const { rows } = await sql<{ id: number }>`
    delete from ${grants} where chest_id = ${chestId} and ${column} in (${sql.join(ids)})
    returning ${column} as id`.execute(tx)
  return rows.map((row) => row.id).toSorted((one, other) => one - other)
}

/** Returns the rights of a grant. @throws Refusal USER_NOT_FOUND or TEAM_NOT_FOUND when there is none */
export async function readGrant(db: Db, holder: Holder, chestId: number, id: number): Promise<Rights> {
  const { table, grants, column, live, absent } = holders[holder]
  const { rows } = await sql<GrantFlags>`
    select ${grantFlags} from ${grants} g join ${table} h on h.id = g.${column} and ${live}
     where g.chest_id = ${chestId} and g.${column} = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Refusal(absent)
  return rightsOf(row)
}

export async function writeGrant(
  tx: Transaction<Tables>,
  holder: Holder,
  chestId: number,
  id: number,
  rights: Rights,
): Promise<void> {
  const { grants, column } = holders[holder]
  await sql`update ${grants} set (${grantFlags}) = (${flagValues(rights)})
    where chest_id = ${chestId} and ${column} = ${id}`.execute(tx)
}
