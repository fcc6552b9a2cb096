import type { Kysely } from 'kysely'
import type { HistoryAction, HistoryParamName } from '#domain/vault/history.ts'
import type { Actor } from '#server/access/session.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ChestWriting } from './chest-writing.ts'

export type ElementKind = 'folder' | 'item'

type Entry = {
  chest: number
  element: ElementKind
  id: number
  action: HistoryAction
  param: HistoryParamName | null
  user: number
  name: string
  at: number
}

const insertEntry = prepared((db: Kysely<Tables>, params: Params<Entry>) =>
  db.insertInto('history').values({
    chest_id: params('chest'),
    element: params('element'),
    element_id: params('id'),
    action: params('action'),
    param_name: params('param'),
    user_id: params('user'),
    user_name: params('name'),
    created_at: params('at'),
  }),
)

/** Adds an entry to an element's history. An `UPDATE` names the field; values are never recorded. */
export async function recordHistory(
  { tx, chestId, now }: ChestWriting,
  actor: Pick<Actor, 'id' | 'login'>,
  of: { element: ElementKind; id: number },
  action: HistoryAction,
  param: HistoryParamName | null = null,
): Promise<void> {
  const { element, id } = of
  const who = { user: actor.id, name: actor.login }
  await insertEntry.run(tx, { chest: chestId, element, id, action, param, ...who, at: now })
}

/** Entries of a page; the first page comes with the element itself. */
const page = 200
type Asked = { element: ElementKind; id: number; before: number; count: number }

const entriesOf = prepared((db: Kysely<Tables>, params: Params<Asked>) =>
  db
    .selectFrom('history')
    .select(['id', 'action', 'param_name', 'user_name', 'created_at'])
    .where('element', '=', params('element'))
    .where('element_id', '=', params('id'))
    .where('id', '<', params('before'))
    .orderBy('id', 'desc')
    .limit(params('count')),
)

/**
 * Returns a page of an element's history, latest first, and the cursor of the next page.
 * @param before the cursor returned with the previous page; omitted for the latest entries
 */
export async function historyOf(
  db: Kysely<Tables>,
  element: ElementKind,
  id: number,
  before: number = Number.MAX_SAFE_INTEGER,
) {
  const rows = await entriesOf.all(db, { element, id, before, count: page + 1 })
  const shown = rows.slice(0, page)
  return {
    history: shown.map((row) => ({
      action: row.action,
      paramName: row.param_name,
      createdAt: new Date(row.created_at).toISOString(),
      user: row.user_name,
    })),
    historyBefore: rows.length > page ? (shown.at(-1)?.id ?? null) : null,
  }
}
