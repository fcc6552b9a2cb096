import { sql, type Kysely } from 'kysely'
import { namedKinds, type NamedKind } from '#domain/platform/journal-objects.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { locateChest } from '#server/access/locate.ts'
import type { Unlock } from '#server/access/unlock.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { isAmong, listOf, unindexed } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import { unsealRowMeta } from '#server/vault/contents/sealing.ts'
import type { SeenRow } from './sight.ts'

export type NameDeps = Pick<PlatformDeps, 'db' | 'log'> & { readonly chestKeys: ChestKeys }

/** Who reads the journal, and what their request unlocks. */
export type Reader = {
  readonly id: number
  readonly unlocks: () => Promise<ReadonlyMap<number, Unlock>>
}

export type Names = {
  readonly of: (kind: NamedKind, id: number) => string | null
  /** Undefined for a chest that was destroyed without a record of its name. */
  readonly chest: (id: number) => { readonly name: string; readonly exists: boolean } | undefined
}

/**
 * Reads the names of what rows name. Those of items and folders are sealed: they are read only from chests that the reader
 * may read now, and that are open to the request.
 */
export async function readNames(deps: NameDeps, reader: Reader, rows: readonly SeenRow[]): Promise<Names> {
  const { db } = deps
  const ids = (kind: NamedKind): number[] => [...new Set(rows.flatMap(({ named }) => named[kind]))]
  const actors = rows.flatMap(({ actor_id: actor }) => (actor === null ? [] : [actor]))
  const chestIds = new Set(rows.flatMap(({ chest_id: chest }) => (chest === null ? [] : [chest])))
  const [user, team, bank, chests] = await Promise.all([
    people(db, new Set([...actors, ...ids('user')])),
    named(db, 'team', ids('team')),
    named(db, 'bank', ids('bank')),
    chestNames(db, chestIds),
  ])
  const { item, folder } = await sealedNames(deps, reader, rows)
  const names = { user, team, bank, item, folder } satisfies Record<
    (typeof namedKinds)[number],
    Map<number, string>
  >
  return { of: (kind, id) => names[kind].get(id) ?? null, chest: (id) => chests.get(id) }
}

async function people(db: Kysely<Tables>, ids: Iterable<number>): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'login', 'first_name', 'last_name'])
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`))
    .execute()
  return new Map(rows.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim() || row.login]))
}

const tableOf = {
  team: { table: 'teams', column: 'name' },
  bank: { table: 'banks', column: 'label' },
} as const

async function named(
  db: Kysely<Tables>,
  kind: keyof typeof tableOf,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { table, column } = tableOf[kind]
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)}
     where ${isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`)}`.execute(db)
  const known = new Map(rows.map(({ id, name }) => [id, name]))
  if (ids.every((id) => known.has(id))) return known
  return new Map([...(await deleted(db, kind)), ...known])
}

/** Deletions of teams or banks that are read to find a name: the latest. */
const deletionsRead = 1_000

async function deleted(db: Kysely<Tables>, kind: keyof typeof tableOf): Promise<[number, string][]> {
  const rows = await db
    .selectFrom('journal')
    .select('objects')
    .where('action', '=', `${kind}.deleted`)
    .orderBy('seq', 'desc')
    .limit(deletionsRead)
    .execute()
  return rows.flatMap(({ objects }): [number, string][] => {
    const { [kind]: id, name } = JSON.parse(objects) as Record<string, unknown>
    return typeof id === 'number' && typeof name === 'string' ? [[id, name]] : []
  })
}

async function chestNames(db: Kysely<Tables>, ids: ReadonlySet<number>) {
  const rows = await db
    .selectFrom('chests')
    .select(['id', 'name', 'deleted_at'])
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`))
    .execute()
  const names = new Map(rows.map(({ id, name, deleted_at: at }) => [id, { name, exists: at === null }]))
  const missing = [...ids].filter((id) => !names.has(id))
  if (missing.length === 0) return names
  const erased = await db
    .selectFrom('journal')
    .select(['chest_id', 'objects'])
    .where('action', '=', 'chest.erased')
    .where(isAmong(db, unindexed(db, sql.ref('chest_id')), sql`${listOf(db, missing)}`))
    .execute()
  for (const { chest_id: id, objects } of erased) {
    const { name } = JSON.parse(objects) as { name?: string }
    if (id !== null && name !== undefined) names.set(id, { name, exists: false })
  }
  return names
}

const elements = { item: 'items', folder: 'folders' } as const
type Kind = keyof typeof elements

async function sealedNames(
  { db, log, chestKeys }: NameDeps,
  reader: Reader,
  rows: readonly SeenRow[],
): Promise<Record<Kind, Map<number, string>>> {
  const names = { item: new Map<number, string>(), folder: new Map<number, string>() }
  const byChest = new Map<number, Record<Kind, Set<number>>>()
  for (const { chest_id: chest, named: ids } of rows) {
    if (chest === null || ids.item.length + ids.folder.length === 0) continue
    const wanted = byChest.get(chest) ?? { item: new Set(), folder: new Set() }
    for (const kind of ['item', 'folder'] as const) for (const id of ids[kind]) wanted[kind].add(id)
    byChest.set(chest, wanted)
  }
  if (byChest.size === 0) return names
  const unlocks = await reader.unlocks()
  for (const [id, wanted] of byChest) {
    const chest = await locateChest(db, { user: reader.id, right: 'read' }, 'chest', id)
    if (!chest?.rights.read) continue
    try {
      const key = await chestKeys.open(db, { ...chest, unlock: unlocks.get(id) ?? null })
      for (const kind of ['item', 'folder'] as const)
        for (const row of await sealedRows(db, kind, id, wanted[kind])) {
          const { name } = unsealRowMeta(key, elements[kind], row, id, row.parent_id)
          names[kind].set(row.id, name)
        }
    } catch (error) {
      // Locked, or destroyed meanwhile.
      if (error instanceof Refusal) continue
      if (!(error instanceof SealError)) throw error
      log.error({ err: error, chest: id }, 'names of a chest are left out of the journal')
    }
  }
  return names
}

type SealedRow = Parameters<typeof unsealRowMeta>[2] & { parent_id: number | null }

async function sealedRows(
  db: Kysely<Tables>,
  kind: Kind,
  chest: number,
  ids: ReadonlySet<number>,
): Promise<SealedRow[]> {
  if (ids.size === 0) return []
  const parent = sql.ref(kind === 'item' ? 'folder_id' : 'parent_id')
  const { rows } = await sql<SealedRow>`
    select id, wrapped_key, meta, meta_revision, ${parent} as parent_id from ${sql.table(elements[kind])}
     where ${isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`)} and chest_id = ${chest}`.execute(db)
  return rows
}
