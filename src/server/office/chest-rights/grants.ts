import { sql, type RawBuilder, type Transaction } from 'kysely'
import { Refusal, type RefusalCode } from '#domain/platform/refusals.ts'
import { newGrant, type Rights } from '#domain/platform/rights.ts'
import { rightsOf } from '#server/access/proved-rights.ts'
import { isGenuine, proofColumns, proofOfRow } from '#server/access/authority.ts'
import { requireAllSeen } from '#server/access/members.ts'
import { genuineRows, markOf } from '#server/access/proved-changes.ts'
import { isVisible } from '#server/access/scope.ts'
import { withdrawGrants } from '#server/access/withdrawn.ts'
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
    mark: sql`user_mark`,
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
    mark: sql`team_mark`,
    live: sql<boolean>`1 = 1`,
    isSelf: () => sql<boolean>`1 = 0`,
    isOn: (bank: BankOfChest, id: number) => bank.teams.has(id),
    absent: 'TEAM_NOT_FOUND',
  },
} as const satisfies Record<Holder, { absent: RefusalCode } & Record<string, unknown>>

/** The refusal for a holder that does not exist or that the caller may not see. */
export const absentHolder = { user: holders.user.absent, team: holders.team.absent }

/** Returns a grant as it is stored, with its proof: the columns of both holders' tables but for the holder's own. */
async function provedGrant(
  tx: Transaction<Tables>,
  holder: Holder,
  { chestId, id, rights, now }: { chestId: number; id: number; rights: Rights; now: number },
) {
  const grant = { chest_id: chestId, chest_mark: await markOf(tx, 'chests', chestId), ...flagsOf(rights) }
  const mark = await markOf(tx, `${holder}s`, id)
  const proof =
    holder === 'user'
      ? proofOfRow(tx, 'chest_user_rights', { ...grant, user_id: id, user_mark: mark }, now)
      : proofOfRow(tx, 'chest_team_rights', { ...grant, team_id: id, team_mark: mark }, now)
  return { ...grant, ...proof, mark }
}

type ProvedGrant = Awaited<ReturnType<typeof provedGrant>>

/** Returns the values of the columns that a change of rights writes. */
const valuesOf = (row: ProvedGrant) => sql`${row.can_read}, ${row.can_create}, ${row.can_update},
  ${row.can_delete}, ${row.can_export}, ${row.chest_mark}, ${row.mark}, ${row.mac}, ${row.mac_at}`
const provedGrantColumns = (column: RawBuilder<unknown>) =>
  sql`${grantFlags}, chest_mark, ${column}, mac, mac_at`

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
  now: number,
): Promise<number[]> {
  const { table, grants, column, mark, live, isSelf, isOn, absent } = holders[holder]
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
  // The rows of links alone do not decide whom the caller sees.
  await requireAllSeen(tx, caller, holder, allowed)
  const { forged } = await grantsNow(tx, holder, chestId, allowed)
  if (forged.length > 0) await detach(tx, holder, chestId, forged)
  const values = []
  for (const id of allowed) {
    const row = await provedGrant(tx, holder, { chestId, id, rights: newGrant, now })
    values.push(sql`(${chestId}, ${id}, ${valuesOf(row)})`)
  }
  const added = await sql<{ id: number }>`
    insert into ${grants} (chest_id, ${column}, ${provedGrantColumns(mark)}) values ${sql.join(values)}
    on conflict do nothing returning ${column} as id`.execute(tx)
  return added.rows.map((row) => row.id).toSorted((one, other) => one - other)
}

/** Returns which of some holders have a grant on a chest that the server wrote, and which have another. */
async function grantsNow(
  tx: Transaction<Tables>,
  holder: Holder,
  chestId: number,
  ids: readonly number[],
): Promise<{ genuine: number[]; forged: number[] }> {
  const table = holder === 'user' ? 'chest_user_rights' : 'chest_team_rights'
  // Kysely has no type for one of several tables.
  const rows = await tx
    .selectFrom(table as 'chest_user_rights')
    .select(proofColumns(table as 'chest_user_rights'))
    .where('chest_id', '=', chestId)
    .where(`${holder}_id` as 'user_id', 'in', [...ids])
    .execute()
  const marks = await Promise.all([markOf(tx, 'chests', chestId), marksById(tx, holder, ids)])
  const isWritten = (row: (typeof rows)[number]) => {
    const id = row[`${holder}_id` as 'user_id']
    const asked = { chest_mark: marks[0], [`${holder}_mark`]: marks[1].get(id) ?? null }
    return isGenuine(tx, table as 'chest_user_rights', row, asked)
  }
  const idOf = (row: (typeof rows)[number]) => row[`${holder}_id` as 'user_id']
  return {
    genuine: rows.filter(isWritten).map(idOf),
    forged: rows.filter((row) => !isWritten(row)).map(idOf),
  }
}

const marksById = async (tx: Transaction<Tables>, holder: Holder, ids: readonly number[]) =>
  new Map([...(await genuineRows(tx, `${holder}s`, ids))].map(([id, { mark }]) => [id, mark]))

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
  await withdrawGrants(tx, holder, chestId, ids)
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

/** Changes the rights of a grant. @throws Refusal USER_NOT_FOUND or TEAM_NOT_FOUND when the server wrote none */
export async function writeGrant(
  tx: Transaction<Tables>,
  holder: Holder,
  chestId: number,
  id: number,
  rights: Rights,
  now: number,
): Promise<void> {
  const { grants, column, mark, absent } = holders[holder]
  // What somebody else wrote there is not proved by a change of it.
  if ((await grantsNow(tx, holder, chestId, [id])).genuine.length === 0) throw new Refusal(absent)
  const row = await provedGrant(tx, holder, { chestId, id, rights, now })
  await withdrawGrants(tx, holder, chestId, [id])
  await sql`update ${grants} set (${provedGrantColumns(mark)}) = (${valuesOf(row)})
    where chest_id = ${chestId} and ${column} = ${id}`.execute(tx)
}
