import type { Kysely } from 'kysely'
import type { HistoryAction, HistoryParamName } from '#domain/history.ts'
import type { Actor } from '#server/access/session.ts'
import { prepared, type Params } from '#server/database/compiled.ts'
import type { Tables } from '#server/database/tables.ts'
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

/** Adds an entry to an element's history; an `UPDATE` says which field, values never stand in it. */
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

const entriesOf = prepared((db: Kysely<Tables>, params: Params<{ element: ElementKind; id: number }>) =>
  db
    .selectFrom('history')
    .select(['action', 'param_name', 'user_name', 'created_at'])
    .where('element', '=', params('element'))
    .where('element_id', '=', params('id'))
    .orderBy('id', 'desc')
    .limit(200),
)

/** An element's history as its reply shows it, latest first, at most 200 entries. */
export async function historyOf(db: Kysely<Tables>, element: ElementKind, id: number) {
  const rows = await entriesOf.all(db, { element, id })
  return rows.map((row) => ({
    action: row.action,
    paramName: row.param_name,
    createdAt: new Date(row.created_at).toISOString(),
    user: row.user_name,
  }))
}
