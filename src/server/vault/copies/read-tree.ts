import { sql, type Kysely, type Selectable } from 'kysely'
import { copyLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { copyRefusals } from '#texts/vault/copies.ts'
import type { Sealed } from '#server/platform/crypto/envelope.ts'
import { idsAsJson, isAmong, listOf } from '#server/platform/database/lists.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { insideOf } from '#server/vault/contents/folder-tree.ts'
import { judgeOfChest } from '#server/vault/contents/judged-levels.ts'

/** Elements of one chest that a call names. */
export type Selection = { readonly items: readonly number[]; readonly folders: readonly number[] }

export type FolderRow = Selectable<Tables['folders']>
export type ItemRow = Selectable<Tables['items']>

/** The rows of elements and of everything below them, still sealed. */
export type Tree = {
  /** Parents before their children. */
  readonly folders: readonly FolderRow[]
  readonly items: readonly ItemRow[]
  /** What was named: its place is the target's; the others keep theirs. What a named folder holds is not among them. */
  readonly roots: ReadonlySet<FolderRow | ItemRow>
  /** The levels of folders; 0 without one. */
  readonly height: number
}

/** Rows read at a time, so that other requests are not blocked. */
export const chunkRows = 250

/** Yields lists in parts of one statement's size. */
export function* partsOf<One>(list: readonly One[]): Generator<readonly One[]> {
  for (let from = 0; from < list.length; from += chunkRows) yield list.slice(from, from + chunkRows)
}

/**
 * Reads elements with everything below them, trash excluded.
 * @throws Refusal FOLDER_NOT_FOUND, ITEM_NOT_FOUND; TOO_LARGE beyond the limit of a call
 */
export async function readTree(db: Kysely<Tables>, chestId: number, selection: Selection): Promise<Tree> {
  const found = new Map<number, FolderRow>()
  for (const id of selection.folders) {
    if (found.has(id)) continue
    // First of all: of another chest's folder nothing shows, neither its size.
    if ((await foldersById(db, chestId, [id])).length === 0) throw new Refusal('FOLDER_NOT_FOUND')
    const inside = await idsIn(db, insideOf(id))
    requireSize(found.size + inside.length)
    for (const part of partsOf(inside))
      for (const row of await foldersById(db, chestId, part)) found.set(row.id, row)
  }
  const { folders, rootFolders, height } = ordered(found)
  const ids = new Set(selection.items)
  for (const part of partsOf(folders)) {
    const list = listOf(
      db,
      part.map(({ id }) => id),
    )
    const inside = sql`select id from items where ${isAmong(db, sql.ref('folder_id'), sql`${list}`)} and deleted_at is null`
    for (const id of await idsIn(db, inside)) ids.add(id)
    requireSize(folders.length + ids.size)
  }
  const items: ItemRow[] = []
  for (const part of partsOf([...ids])) items.push(...(await itemsById(db, chestId, part)))
  if (items.length < ids.size) throw new Refusal('ITEM_NOT_FOUND')
  const rootItems = items.filter(({ folder_id: id }) => id === null || !found.has(id))
  return { folders, items, roots: new Set<FolderRow | ItemRow>([...rootFolders, ...rootItems]), height }
}

function requireSize(elements: number): void {
  if (elements > copyLimits.elements)
    throw new Refusal('TOO_LARGE', {
      details: { maximum: copyLimits.elements },
      sentence: copyRefusals.tooLarge(copyLimits.elements),
    })
}

async function idsIn(db: Kysely<Tables>, rows: ReturnType<typeof sql>): Promise<number[]> {
  const { rows: read } = await sql<{ ids: string }>`select ${idsAsJson(db, rows)} as ids`.execute(db)
  return JSON.parse(read[0]?.ids ?? '[]') as number[]
}

const foldersById = (db: Kysely<Tables>, chestId: number, ids: readonly number[]): Promise<FolderRow[]> =>
  db
    .selectFrom('folders')
    .selectAll()
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`))
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .execute()

const itemsById = (db: Kysely<Tables>, chestId: number, ids: readonly number[]): Promise<ItemRow[]> =>
  db
    .selectFrom('items')
    .selectAll()
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`))
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .execute()

/** Orders folders from the top down. Levels are bounded, and rows of a cycle do not exist. */
function ordered(found: ReadonlyMap<number, FolderRow>) {
  const childrenOf = Map.groupBy(found.values(), (row) => row.parent_id)
  const rootFolders = [...found.values()].filter((row) => row.parent_id === null || !found.has(row.parent_id))
  const folders: FolderRow[] = []
  let height = 0
  for (
    let level = rootFolders;
    level.length > 0;
    level = level.flatMap(({ id }) => childrenOf.get(id) ?? [])
  ) {
    folders.push(...level)
    height += 1
  }
  return { folders, rootFolders, height }
}

/** A finished attachment, removed ones included. */
export type FileRow = Awaited<ReturnType<typeof filesOf>>[number]

/** Reads the attachments of items, without their chunks. */
export async function filesOf(db: Kysely<Tables>, items: readonly ItemRow[]) {
  const read = (ids: readonly number[]) =>
    db
      .selectFrom('attachments')
      .select(['id', 'item_id', 'wrapped_key', 'stored_bytes', 'removed_at'])
      .where(isAmong(db, sql.ref('item_id'), sql`${listOf(db, ids)}`))
      .where('discard_at', 'is', null)
      .$narrowType<{ item_id: number; wrapped_key: Sealed }>()
      .orderBy('id')
      .execute()
  const files: Awaited<ReturnType<typeof read>> = []
  for (const part of partsOf(items)) files.push(...(await read(part.map(({ id }) => id))))
  return files
}

/** Returns the bytes of the files of each item, for `requireRoom`. */
export const bytesByItem = (files: readonly FileRow[]): number[] =>
  [...Map.groupBy(files, (file) => file.item_id).values()].map((own) =>
    own.reduce((sum, file) => sum + file.stored_bytes, 0),
  )

/** Readings that a change of the chest may disturb before one locks it. */
const freeReadings = 3

/** Elements and their files as they were together, and the version of the rules that gave their levels. */
type Whole = { readonly tree: Tree; readonly files: FileRow[]; readonly judgedBy: number }

/**
 * Reads elements and their files as they are together at one moment: again if the chest changes meanwhile, in the end with
 * the chest locked. @throws as `readTree`
 */
export async function readWhole(db: Kysely<Tables>, chestId: number, selection: Selection): Promise<Whole> {
  const read = async (on: Kysely<Tables>): Promise<Whole> => {
    const tree = await readTree(on, chestId, selection)
    return { tree, files: await filesOf(on, tree.items), judgedBy: await judgeOfChest(on, chestId) }
  }
  for (let turn = 0; turn < freeReadings; turn += 1) {
    const before = await revisionOf(db, chestId)
    // Of an element that goes away between two readings, the second finds nothing.
    const whole = await read(db).catch(refusalOf)
    if ((await revisionOf(db, chestId)) !== before) continue
    if (whole instanceof Refusal) throw whole
    return whole
  }
  return db.transaction().execute(async (tx) => {
    await lockRows(tx, 'chests', [chestId])
    return read(tx)
  })
}

/** Returns a refusal that was thrown. @throws anything else */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

/** Returns the revision of a chest. */
export async function revisionOf(db: Kysely<Tables>, chestId: number): Promise<number> {
  const row = await db
    .selectFrom('chests')
    .select('revision')
    .where('id', '=', chestId)
    .executeTakeFirstOrThrow()
  return row.revision
}
