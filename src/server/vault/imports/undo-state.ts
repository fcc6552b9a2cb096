import { sql, type Kysely, type Selectable } from 'kysely'
import { keptTexts } from '#texts/vault/import-formats.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/** An element that stays, and why. */
export type KeptElement = {
  readonly element: 'folder' | 'item'
  readonly id: number
  readonly reason: string
}

/** An item whose former values come back. */
export type Restorable = {
  readonly id: number
  /** The import's old values have this id or a higher one. */
  readonly first: number
  /** The revision that the import gave to it: its present one is higher where later imports were undone. */
  readonly madeAt: number
  /** The import replaced what people had changed, or brought from elsewhere. */
  readonly isReplacement: boolean
}

/** What a row has instead of the item's revision once its import was undone over the item. */
export const undoneRevision = -1
/** What an undone change adds to an item's revision: the change and the undoing, one each. */
const revisionsOfUndone = 2

type ElementRow = Pick<
  Selectable<Tables['import_elements']>,
  'import_id' | 'element' | 'element_id' | 'revision'
>

/** Compares what an import made with what is there now. */
export async function stateOf(db: Kysely<Tables>, chestId: number, importId: number) {
  const rows = await db
    .selectFrom('import_elements')
    .selectAll()
    .where('import_id', '=', importId)
    .where('revision', '!=', undoneRevision)
    .execute()
  const idsOf = (element: 'folder' | 'item') =>
    listOf(
      db,
      rows.filter((row) => row.element === element).map(({ element_id: id }) => id),
    )
  const nowItems = await db
    .selectFrom('items')
    .select(['id', 'folder_id', 'revision'])
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .where(isAmong(db, sql.ref('id'), sql`${idsOf('item')}`))
    .execute()
  const nowFolders = await db
    .selectFrom('folders')
    .select(['id', 'parent_id', 'revision'])
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .where(isAmong(db, sql.ref('id'), sql`${idsOf('folder')}`))
    .execute()
  const { rows: inside } = await sql<{ element: 'folder' | 'item'; id: number; parent: number }>`
    select 'item' as element, id, folder_id as parent from items
     where deleted_at is null and ${isAmong(db, sql.ref('folder_id'), sql`${idsOf('folder')}`)}
    union all
    select 'folder' as element, id, parent_id as parent from folders
     where deleted_at is null and ${isAmong(db, sql.ref('parent_id'), sql`${idsOf('folder')}`)}`.execute(db)
  const later = await db
    .selectFrom('import_elements as e')
    .innerJoin('imports as i', 'i.id', 'e.import_id')
    .select(['e.import_id', 'e.element', 'e.element_id', 'e.revision'])
    .where('e.import_id', '>', importId)
    .where('i.chest_id', '=', chestId)
    .where('i.undone_at', 'is', null)
    .execute()
  const undone = await db
    .selectFrom('import_elements')
    .select(['import_id', 'element_id'])
    .where('import_id', '>', importId)
    .where('element', '=', 'item')
    .where('revision', '=', undoneRevision)
    .where(isAmong(db, sql.ref('element_id'), sql`${idsOf('item')}`))
    .execute()
  const undoneOf = Map.groupBy(undone, ({ element_id: id }) => id)
  /** The revision that an element has if only imports changed it since, and these were undone. */
  const untouchedAt = ({ import_id: by, element, element_id: id, revision }: ElementRow): number => {
    const times = element === 'item' ? (undoneOf.get(id) ?? []).filter((one) => one.import_id > by).length : 0
    return revision + times * revisionsOfUndone
  }
  const laterKeys = new Set(later.map((row) => `${row.element} ${row.element_id} ${untouchedAt(row)}`))

  const made = new Map(rows.map((row) => [`${row.element} ${row.element_id}`, row]))
  const kept: KeptElement[] = []
  const keep = (element: 'folder' | 'item', id: number, revision: number) =>
    kept.push({
      element,
      id,
      reason: laterKeys.has(`${element} ${id} ${revision}`) ? keptTexts.later : keptTexts.changed,
    })
  const items: { id: number; folder: number | null }[] = []
  const restorable: Restorable[] = []
  for (const { id, folder_id: folder, revision } of nowItems) {
    const row = made.get(`item ${id}`)
    if (row === undefined || untouchedAt(row) !== revision) keep('item', id, revision)
    else if (row.kind === 'created') items.push({ id, folder })
    else
      restorable.push({
        id,
        first: row.first_version,
        madeAt: row.revision,
        isReplacement: row.kind === 'replaced',
      })
  }
  const itemsGoing = new Set(items.map(({ id }) => id))
  const rowOf = (id: number) => made.get(`folder ${id}`)
  const renamed = nowFolders.filter(
    ({ id, revision }) => rowOf(id)?.kind === 'updated' && rowOf(id)?.revision === revision,
  )
  const untouched = new Map(
    nowFolders
      .filter(({ id, revision }) => rowOf(id)?.kind === 'created' && rowOf(id)?.revision === revision)
      .map((folder) => [folder.id, folder]),
  )
  const childrenOf = Map.groupBy(inside, ({ parent }) => parent)
  const judged = new Map<number, boolean>()
  const goes = (id: number): boolean => {
    const known = judged.get(id)
    if (known !== undefined) return known
    const going =
      untouched.has(id) &&
      (childrenOf.get(id) ?? []).every((child) =>
        child.element === 'item' ? itemsGoing.has(child.id) : goes(child.id),
      )
    judged.set(id, going)
    return going
  }
  const folders: { id: number; parent: number | null }[] = []
  for (const { id, parent_id: parent, revision } of nowFolders) {
    if (goes(id)) folders.push({ id, parent })
    else if (rowOf(id)?.kind === 'updated') {
      if (rowOf(id)?.revision !== revision) keep('folder', id, revision)
    } else if (!untouched.has(id)) keep('folder', id, revision)
    else {
      const isOwn = (childrenOf.get(id) ?? []).every((child) => made.has(`${child.element} ${child.id}`))
      kept.push({ element: 'folder', id, reason: isOwn ? keptTexts.holdsKept : keptTexts.filled })
    }
  }
  for (const table of ['items', 'folders'] as const) {
    const element = table === 'items' ? 'item' : 'folder'
    const away = await db
      .selectFrom(table)
      .select(['id', 'chest_id'])
      .where(isAmong(db, sql.ref('id'), sql`${idsOf(element)}`))
      .where((is) => is.or([is('chest_id', '!=', chestId), is('deleted_at', 'is not', null)]))
      .orderBy('id')
      .execute()
    for (const { id, chest_id: chest } of away)
      kept.push({ element, id, reason: chest === chestId ? keptTexts.trashed : keptTexts.elsewhere })
  }
  return {
    removable: { items, folders },
    restorable,
    /** The folders that it renamed, and that nobody has touched since. */
    renamed: renamed.map(({ id }) => id),
    kept,
    isGoing: (folder: number | null) => folder !== null && judged.get(folder) === true,
  }
}
