import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import { historyActionOf } from '#domain/vault/history.ts'
import { retentionLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Actor } from '#server/access/session.ts'
import { nextIds } from '#server/platform/database/columns.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from '#server/vault/contents/chest-writing.ts'
import { insertRows } from '#server/vault/contents/insert-rows.ts'
import { pruneVersions, versionRow } from '#server/vault/contents/versions.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { planWriting, type ItemChange, type WritableRow, type WritingPlace } from './write-fields.ts'

/**
 * Changes of many items, planned and sealed before the transaction, which only writes rows: it holds up others for as
 * short as it can. Whoever plans must find the chest at the same revision when it writes.
 */
export type ManyWritings = {
  /** The columns of each item, by its id. */
  readonly items: readonly ItemColumns[]
  readonly versions: readonly Insertable<Tables['versions']>[]
  readonly history: readonly Insertable<Tables['history']>[]
  /** Fields that have ten old values already. */
  readonly full: readonly { readonly id: number; readonly field: string }[]
  /** Every old value that is written has this id or a higher one, and no value of before has. */
  readonly firstVersion: number
}

/** What a change of many items may write: all but the category, which only people change. */
const columns = [
  'meta',
  'meta_revision',
  'has_password',
  'password',
  'password_revision',
  'password_at',
  'has_otp',
  'otp',
  'otp_revision',
  'secrets',
  'secrets_revision',
  'renew_before',
  'source',
  'revision',
  'chest_revision',
  'updated_at',
] as const
type Column = (typeof columns)[number]
type ItemColumns = Pick<Selectable<Tables['items']>, Column | 'id'>

/** Rows of a statement: some milliseconds on either engine, before other requests have their turn. */
const rowsAtOnce = 50

/** A change by what the row of its item holds. */
export type ChangeOf = (row: WritableRow & Pick<Selectable<Tables['items']>, 'source'>) => ItemChange

/** Plans changes of live items, by their ids. @throws Refusal ITEM_NOT_FOUND */
export async function planMany(
  db: Kysely<Tables>,
  place: WritingPlace,
  actor: Pick<Actor, 'id' | 'login'>,
  changes: ReadonlyMap<number, ChangeOf>,
  onPlanned: (done: number) => void = () => undefined,
): Promise<ManyWritings> {
  const yielder = createYielder()
  const items: ItemColumns[] = []
  const planned: { id: number; writing: NonNullable<ReturnType<typeof planWriting>> }[] = []
  const ids = [...changes.keys()]
  const full: { id: number; field: string }[] = []
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const part = ids.slice(from, from + rowsAtOnce)
    const rows = new Map((await rowsOf(db, place.chestId, part)).map((row) => [row.id, row]))
    full.push(...(await fullFields(db, part)))
    for (const id of part) {
      const row = rows.get(id)
      const change = changes.get(id)
      if (!row || !change) throw new Refusal('ITEM_NOT_FOUND')
      const writing = planWriting(place, row, change(row))
      if (writing !== null) {
        planned.push({ id, writing })
        items.push(columnsOf(row, writing.columns, place))
      }
      const pause = yielder.step(8)
      if (pause) await pause
    }
    onPlanned(from + part.length)
  }
  const count = planned.reduce((sum, { writing }) => sum + writing.versions.length, 0)
  // One at least: it says which values are of before.
  const versionIds = await drawVersions(db, count + 1)
  const [firstVersion = 0] = versionIds
  const versions: Insertable<Tables['versions']>[] = []
  const history: Insertable<Tables['history']>[] = []
  for (const { id, writing } of planned) {
    for (const { field, value } of writing.versions) {
      const versionId = versionIds[versions.length] ?? 0
      const old = { element: 'item', id, field, value } as const
      versions.push(versionRow(place, actor, writing.key, versionId, old))
    }
    for (const name of writing.history)
      history.push({
        chest_id: place.chestId,
        element: 'item',
        element_id: id,
        action: historyActionOf.change,
        param_name: name,
        user_id: actor.id,
        user_name: actor.login,
        created_at: place.now,
      })
    const pause = yielder.step(8)
    if (pause) await pause
  }
  return { items, versions, history, full, firstVersion }
}

/** Returns all columns of an item that a change may write: what it does not write stays. */
function columnsOf(
  row: Awaited<ReturnType<typeof rowsOf>>[number],
  written: object,
  { chestRevision, now }: WritingPlace,
): ItemColumns {
  const whole: ItemColumns = { ...row, chest_revision: chestRevision, updated_at: now, ...written }
  return Object.fromEntries(
    [...columns, 'id' as const].map((column) => [column, whole[column]]),
  ) as ItemColumns
}

const drawVersions = (db: Kysely<Tables>, count: number): Promise<number[]> =>
  db.isTransaction
    ? nextIds(db as Transaction<Tables>, 'versions', count)
    : db.transaction().execute((tx) => nextIds(tx, 'versions', count))

const rowsOf = (db: Kysely<Tables>, chestId: number, ids: readonly number[]) =>
  db
    .selectFrom('items')
    .select(['id', 'folder_id', 'wrapped_key', 'category_id', 'has_password', 'has_otp'])
    .select(['meta', 'meta_revision', 'password', 'password_revision', 'password_at', 'otp', 'otp_revision'])
    .select(['secrets', 'secrets_revision', 'renew_before', 'source', 'revision'])
    .where('chest_id', '=', chestId)
    .where('deleted_at', 'is', null)
    .where(isAmong(db, sql.ref('id'), sql`${listOf(db, ids)}`))
    .execute()

/** Returns the fields of items to which no old value can be added without deleting one. */
async function fullFields(db: Kysely<Tables>, ids: readonly number[]): Promise<ManyWritings['full']> {
  const rows = await db
    .selectFrom('versions')
    .select(['element_id as id', 'field'])
    .where('element', '=', 'item')
    .where(isAmong(db, sql.ref('element_id'), sql`${listOf(db, ids)}`))
    .groupBy(['element_id', 'field'])
    .having((is) => is.fn.countAll(), '>=', retentionLimits.versionsPerField)
    .execute()
  return rows
}

const update = prepared((db: Kysely<Tables>, params: Params<ItemColumns>) =>
  db
    .updateTable('items')
    .set(Object.fromEntries(columns.map((column) => [column, params(column)])))
    .where('id', '=', params('id')),
)

/** Writes planned changes. @param onWritten called with the number of items so far */
export async function writeMany(
  { tx }: Pick<ChestWriting, 'tx'>,
  { items, versions, history, full }: ManyWritings,
  onWritten: (written: number) => void = () => undefined,
): Promise<void> {
  const yielder = createYielder()
  for (let from = 0; from < items.length; from += rowsAtOnce) {
    const part = items.slice(from, from + rowsAtOnce)
    await Promise.all(part.map((item) => update.run(tx, item)))
    onWritten(from + part.length)
    const pause = yielder.step(part.length)
    if (pause) await pause
  }
  await insertRows(tx, 'versions', versions, yielder)
  await insertRows(tx, 'history', history, yielder)
  for (const { id, field } of full) await pruneVersions.run(tx, { element: 'item', id, field })
}
