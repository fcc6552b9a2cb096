import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { allRights, type Rights } from '#domain/rights.ts'
import { roleMay, type Role } from '#domain/roles.ts'
import { nextId } from '../database/columns.ts'
import { prepared, type Params } from '../database/compiled.ts'
import { engineOf, type Engine } from '../database/engine.ts'
import type { Flag, GrantFlags, Tables } from '../database/tables.ts'
import type { ChestKeys } from './chest-keys.ts'

export type ChestRow = { id: number; name: string; description: string; type: string; guardian: Flag }

/** The columns of all rows as one JSON text, in one array for each column. */
const columnsAsJson: Record<Engine, RawBuilder<string>> = {
  sqlite: sql`json_array(json_group_array(c.id), json_group_array(c.name), json_group_array(c.description),
    json_group_array(c.type), json_group_array(c.guardian))`,
  postgres: sql`json_build_array(array_agg(c.id), array_agg(c.name), array_agg(c.description),
    array_agg(c.type), array_agg(c.guardian))::text`,
}

/**
 * The judge's rule (access/locate.ts) turned round for a list: what a user was granted and the banks that count are
 * found once, not for each chest, which takes half the time when there are a thousand. One text instead of a thousand
 * rows takes half again, and tells by one comparison that nothing changed.
 */
const readable = prepared(
  (db: Kysely<Tables>, params: Params<{ user: number }>) => sql<{ chests: string }>`
    select ${columnsAsJson[engineOf(db)]} as chests from chests c
     where c.deleted_at is null
       and c.id in (
         select chest_id from chest_user_rights where user_id = ${params('user')} and can_read = 1
         union all
         select r.chest_id from chest_team_rights r join team_users t on t.team_id = r.team_id
          where t.user_id = ${params('user')} and r.can_read = 1)
       and (
         c.id in (
           select bc.chest_id from bank_chests bc join banks b on b.id = bc.bank_id and b.active = 1
            where b.id in (
              select bank_id from bank_users where user_id = ${params('user')}
              union all
              select bt.bank_id from bank_teams bt join team_users tu on tu.team_id = bt.team_id
               where tu.user_id = ${params('user')}))
         or not exists (select 1 from bank_chests bc where bc.chest_id = c.id))`,
)

/**
 * The live chests that a user may read, by direct or team grants that count, as a text for `chestsIn`. Texts are the
 * same only if the chests are.
 */
export const readableChests = async (db: Kysely<Tables>, userId: number): Promise<string> =>
  (await readable.first(db, { user: userId }))?.chests ?? '[]'

type Columns = [number[], string[], string[], string[], Flag[]]

/** The chests of such a text, in no order. */
export function chestsIn(text: string): ChestRow[] {
  // Where there is no row, PostgreSQL has no arrays either.
  const [ids, ...columns] = JSON.parse(text) as Columns | null[]
  const [names, descriptions, types, guardians] = columns as [string[], string[], string[], Flag[]]
  return (ids ?? []).map((id, at) => ({
    id,
    name: names[at] ?? '',
    description: descriptions[at] ?? '',
    type: types[at] ?? '',
    guardian: guardians[at] ?? 0,
  }))
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
