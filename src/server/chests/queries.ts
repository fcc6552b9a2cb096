import { sql, type Kysely, type Transaction } from 'kysely'
import { allRights, type Rights } from '#domain/rights.ts'
import { roleMay, type Role } from '#domain/roles.ts'
import { sharesBank } from '../access/locate.ts'
import { nextId } from '../database/columns.ts'
import type { Flag, GrantFlags, Tables } from '../database/tables.ts'
import type { ChestKeys } from './chest-keys.ts'

export type ChestRow = { id: number; name: string; description: string; type: string; guardian: Flag }

/** The live chests that a user may read, by direct or team grants that count. */
export async function readableChests(db: Kysely<Tables>, userId: number): Promise<ChestRow[]> {
  const { rows } = await sql<ChestRow>`
    select c.id, c.name, c.description, c.type, c.guardian from chests c
     where c.deleted_at is null and ${sharesBank(userId)}
       and (exists (select 1 from chest_user_rights r
                     where r.chest_id = c.id and r.user_id = ${userId} and r.can_read = 1)
         or exists (select 1 from chest_team_rights r join team_users t on t.team_id = r.team_id
                     where r.chest_id = c.id and t.user_id = ${userId} and r.can_read = 1))`.execute(db)
  return rows
}

export const chestById = (db: Kysely<Tables>, id: number): Promise<ChestRow> =>
  db
    .selectFrom('chests')
    .select(['id', 'name', 'description', 'type', 'guardian'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Rights as the columns of a grant. */
export const flagsOf = (rights: Rights): GrantFlags => ({
  can_read: rights.read ? 1 : 0,
  can_create: rights.create ? 1 : 0,
  can_update: rights.update ? 1 : 0,
  can_delete: rights.delete ? 1 : 0,
  can_export: rights.export ? 1 : 0,
})

export type NewChest = {
  name: string
  description: string
  createdBy: number
  at: number
  bankId: number | null
}

/** Makes an ordinary chest with its key; its creator holds the five rights, and the current bank gets it. */
export async function insertChest(
  tx: Transaction<Tables>,
  chestKeys: ChestKeys,
  { name, description, createdBy, at, bankId }: NewChest,
): Promise<ChestRow> {
  const id = await nextId(tx, 'chests')
  const row = { id, name, description, type: 'service', guardian: 0 as const }
  await tx
    .insertInto('chests')
    .values({ ...row, revision: 0, key_version: 1, created_by: createdBy, created_at: at, deleted_at: null })
    .execute()
  await chestKeys.create(tx, id)
  await tx
    .insertInto('chest_user_rights')
    .values({ chest_id: id, user_id: createdBy, ...flagsOf(allRights) })
    .execute()
  if (bankId !== null) await tx.insertInto('bank_chests').values({ bank_id: bankId, chest_id: id }).execute()
  return row
}

/** Restricts chests (alias `c`) to what an administrator manages: what hangs on their banks. */
const managedBy = ({ id, role }: { id: number; role: Role }) =>
  roleMay(role, 'manageEverything')
    ? sql<boolean>`1 = 1`
    : sql<boolean>`exists (
        select 1 from bank_chests bc
         where bc.chest_id = c.id and (
           exists (select 1 from bank_users bu where bu.bank_id = bc.bank_id and bu.user_id = ${id})
           or exists (select 1 from bank_teams bt join team_users tu on tu.team_id = bt.team_id
                       where bt.bank_id = bc.bank_id and tu.user_id = ${id})))`

/** A page of the live chests that a person of the back offices manages, by id, and how many there are. */
export async function managedChests(
  db: Kysely<Tables>,
  actor: { id: number; role: Role },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: ChestRow[]; total: number }> {
  const live = () => db.selectFrom('chests as c').where('c.deleted_at', 'is', null).where(managedBy(actor))
  const { total } = await live()
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await live()
    .select(['c.id', 'c.name', 'c.description', 'c.type', 'c.guardian'])
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: Number(total) }
}
