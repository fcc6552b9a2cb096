import { sql, type Kysely } from 'kysely'
import { dayNumberOf } from '#domain/platform/days.ts'
import { measureStrength } from '#domain/platform/password-strength.ts'
import type { LocatedChest } from '#server/access/locate.ts'
import type { ChestKey } from '#server/platform/crypto/data-key.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { idsAsJson } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { createChangeReader } from '#server/vault/contents/changed-rows.ts'
import { unsealRowMetaAndPassword } from '#server/vault/contents/sealing.ts'
import { markOf, type FiguresKey } from './figures-key.ts'
import type { ChestSummary, Entry } from './summary.ts'

type Row = {
  id: number
  folder_id: number | null
  meta_revision: number
  chest_revision: number
  deleted_at: number | null
  has_password: Flag
  password_revision: number
  password_at: number | null
  wrapped_key: Uint8Array
  meta: Uint8Array
  password: Uint8Array
}

const rowsAfter = createChangeReader<Row>('items', {
  plain: [
    'id',
    'folder_id',
    'meta_revision',
    'chest_revision',
    'deleted_at',
    'has_password',
    'password_revision',
    'password_at',
  ],
  bytes: ['wrapped_key', 'meta', 'password'],
})

/** What is needed to read a chest's rows into its summary. */
export type SummaryReader = {
  readonly db: Kysely<Tables>
  readonly chest: Pick<LocatedChest, 'id' | 'revision'>
  readonly ck: ChestKey
  readonly figures: FiguresKey
}

/** Changes collected before they are written into the columns. */
const changesAtOnce = 20_000

/**
 * Returns a summary with all changes of its chest since. The empty one gives the whole chest. Each password
 * takes three decryptions; it yields to other requests.
 */
export async function updateSummary(reader: SummaryReader, before: ChestSummary): Promise<ChestSummary> {
  const { db, chest } = reader
  const yielder = createYielder()
  let summary = before
  let changes = new Map<number, Entry | null>()
  for await (const rows of rowsAfter(db, { chestId: chest.id, after: before.revision })) {
    for (const row of rows) {
      changes.set(row.id, entryOf(reader, row))
      const pause = yielder.step(4)
      if (pause) await pause
    }
    if (changes.size < changesAtOnce) continue
    summary = summary.with(summary, changes)
    changes = new Map()
  }
  // Read after the changes, to include what was destroyed meanwhile.
  const { folders, destroyed } = await stateOf(db, chest.id)
  const isIncomplete = before.count > 0 && destroyed > before.revision
  const there = isIncomplete ? await itemsIn(db, chest.id) : null
  return summary.with(
    { revision: chest.revision, folders },
    changes,
    there ? (id) => there.has(id) : undefined,
  )
}

function entryOf({ chest, ck, figures }: SummaryReader, row: Row): Entry | null {
  if (row.deleted_at !== null || row.has_password === 0) return null
  const { meta, password } = unsealRowMetaAndPassword(ck, row, chest.id, row.folder_id)
  return {
    id: row.id,
    mark: markOf(figures, password),
    bits: Math.round(measureStrength(password).strength * 10),
    day: dayNumberOf(row.password_at ?? 0),
    // A password that was never rated counts as level 1.
    level: Math.max(1, meta.level),
  }
}

const state = prepared(
  (_db: Kysely<Tables>, params: Params<{ id: number }>) => sql<{ destroyed: number; folders: number }>`
    select destroyed_revision as destroyed,
           (select count(*) from folders where chest_id = ${params('id')} and deleted_at is null) as folders
      from chests where id = ${params('id')}`,
)

/**
 * Returns the number of folders, and the last revision at which content was destroyed: no row reports that.
 */
const stateOf = async (db: Kysely<Tables>, id: number) =>
  (await state.first(db, { id })) ?? { destroyed: 0, folders: 0 }

const items = prepared(
  (db: Kysely<Tables>, params: Params<{ id: number }>) => sql<{ ids: string }>`
    select ${idsAsJson(db, sql`select id from items where chest_id = ${params('id')}`)} as ids`,
)

const itemsIn = async (db: Kysely<Tables>, id: number): Promise<Set<number>> =>
  new Set(JSON.parse((await items.first(db, { id }))?.ids ?? '[]') as number[])
