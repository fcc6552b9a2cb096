import { sql, type Kysely, type RawBuilder } from 'kysely'
import { journalLimits } from '#domain/platform/limits.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { engineOf, type Engine } from '#server/platform/database/engine.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalRow } from '#server/platform/journal/row-proof.ts'

type Ref = RawBuilder<unknown>

const columns = sql`seq, at, actor_id, actor_name, session_id, ip, action, outcome, chest_id, objects, item_id, node, number, mac`

/** Rows that an index finds. `named`: the users that an event names besides its actor. */
export type Probe =
  | { readonly by: 'actor' | 'named' | 'chest' | 'item'; readonly values: readonly number[] }
  | { readonly by: 'ip' | 'action'; readonly values: readonly string[] }

const indexes: Record<Probe['by'], { table: Ref; column: Ref; isText: boolean }> = {
  actor: { table: sql`journal`, column: sql`actor_id`, isText: false },
  named: { table: sql`journal_people`, column: sql`user_id`, isText: false },
  chest: { table: sql`journal`, column: sql`chest_id`, isText: false },
  item: { table: sql`journal`, column: sql`item_id`, isText: false },
  ip: { table: sql`journal`, column: sql`ip`, isText: true },
  action: { table: sql`journal`, column: sql`action`, isText: true },
}

type Span = { values: string; floor: number; before: number; limit: number }

/** The latest numbers of each value: some entries of an index for each, however many rows a value has. */
const latestOfEach: Record<Engine, (by: Probe['by'], span: Record<keyof Span, Ref>) => Ref> = {
  sqlite: (by, span) => {
    const { table, column } = indexes[by]
    return sql`select j.seq from json_each(${span.values}) v join ${table} j on j.seq in (
      select seq from ${table} where ${column} = v.value and seq >= ${span.floor} and seq < ${span.before}
       order by seq desc limit ${span.limit}) and j.${column} = v.value`
  },
  postgres: (by, span) => {
    const { table, column, isText } = indexes[by]
    const value = isText ? sql`v.value` : sql`v.value::bigint`
    // Compared as pairs, so that only the index of the column fits: a plan for any parameters would else read the
    // primary key to the end for a value without rows.
    return sql`select j.seq from json_array_elements_text(${span.values}::json) v cross join lateral (
      select seq from ${table}
       where (${column}, seq) >= (${value}, ${span.floor}::bigint) and (${column}, seq) < (${value}, ${span.before}::bigint)
         and ${column} is not null
       order by ${column} desc, seq desc limit ${span.limit}) j`
  },
}

const probeBy = (by: Probe['by']) =>
  prepared((db: Kysely<Tables>, params: Params<Span>) => {
    const span = {
      values: sql`${params('values')}`,
      floor: sql`${params('floor')}`,
      before: sql`${params('before')}`,
      limit: sql`${params('limit')}`,
    }
    return sql<{ seq: number }>`
      select distinct seq from (${latestOfEach[engineOf(db)](by, span)}) as latest
       order by seq desc limit ${span.limit}`
  })
const probes: Record<Probe['by'], ReturnType<typeof probeBy>> = {
  actor: probeBy('actor'),
  named: probeBy('named'),
  chest: probeBy('chest'),
  item: probeBy('item'),
  ip: probeBy('ip'),
  action: probeBy('action'),
}

const window = prepared(
  (_db: Kysely<Tables>, params: Params<Omit<Span, 'values'>>) => sql<JournalRow>`
    select ${columns} from journal where seq >= ${params('floor')} and seq < ${params('before')}
     order by seq desc limit ${params('limit')}`,
)

const bySeq = prepared(
  (db: Kysely<Tables>, params: Params<{ seqs: string }>) => sql<JournalRow>`
    select ${columns} from journal where ${isAmong(db, sql.ref('seq'), sql`${params('seqs')}`)}
     order by seq desc`,
)

/** Entries of indexes that one step of a search reads at most. */
const entriesAtOnce = 20_000
/** Rows of a step at most: SQLite reads on the thread of the requests. */
const rowsAtOnce = 1_000

/** Where a search looks: rows that probes find, or, with null, every row. */
export type Source = readonly Probe[] | null

const valuesIn = (source: Source): number =>
  (source ?? []).reduce((count, { values }) => count + values.length, 0)

/** Returns how many values a list of probes looks up. */
export const isProbed = (source: readonly Probe[]): boolean => valuesIn(source) <= journalLimits.probes

/** Returns the latest rows of a source, fewer than `limit` only at its end. */
async function candidates(
  db: Kysely<Tables>,
  source: Source,
  span: Omit<Span, 'values'>,
): Promise<JournalRow[]> {
  if (source === null) return window.all(db, span)
  const found = await Promise.all(
    source
      .filter(({ values }) => values.length > 0)
      .map(({ by, values }) => probes[by].all(db, { ...span, values: JSON.stringify(values) })),
  )
  const seqs = [...new Set(found.flat().map(({ seq }) => seq))].toSorted((one, other) => other - one)
  return seqs.length === 0 ? [] : bySeq.all(db, { seqs: listOf(db, seqs.slice(0, span.limit)) })
}

export type Searched<Found> = {
  readonly found: Found[]
  /** From where the search goes on; null at the end. */
  readonly next: number | null
  readonly searchedTo: number | null
}

/**
 * Searches the journal from the latest row on, with bounded work: it ends after `limit` rows, or after it has examined
 * `journalLimits.examined` of them.
 *
 * @param choose returns what is found in a row, null if the row does not match
 */
export async function searchJournal<Found>(
  db: Kysely<Tables>,
  source: Source,
  { floor, before, limit }: Omit<Span, 'values'>,
  choose: (row: JournalRow) => Found | null,
): Promise<Searched<Found>> {
  const values = Math.max(1, valuesIn(source))
  const most = Math.min(rowsAtOnce, Math.max(50, Math.floor(entriesAtOnce / values)))
  const found: Found[] = []
  let step = Math.min(most, limit + 1)
  for (let [cursor, left] = [before, journalLimits.examined as number]; ;) {
    const rows = await candidates(db, source, { floor, before: cursor, limit: step })
    for (const row of rows) {
      const chosen = choose(row)
      if (chosen !== null && found.push(chosen) === limit) return { found, next: row.seq, searchedTo: row.at }
    }
    const last = rows.at(-1)
    if (!last || rows.length < step) return { found, next: null, searchedTo: null }
    cursor = last.seq
    left -= Math.max(step, (values * step) / 10)
    if (left <= 0) return { found, next: cursor, searchedTo: last.at }
    step = Math.min(most, step * 4)
  }
}

const firstFrom = prepared(
  (_db: Kysely<Tables>, params: Params<{ seq: number }>) =>
    sql<{ at: number }>`select at from journal where seq >= ${params('seq')} order by seq limit 1`,
)
const newest = prepared(
  (_db: Kysely<Tables>, _params: Params<Record<never, never>>) =>
    sql<{ seq: number | null }>`select max(seq) as seq from journal`,
)

/**
 * Returns the number of the first row of a moment or after it, by bisection. Rows are written in the order of their times,
 * except for what the clocks of nodes differ by.
 */
export async function seqAt(db: Kysely<Tables>, moment: number): Promise<number> {
  let [low, high] = [1, ((await newest.first(db, {}))?.seq ?? 0) + 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await firstFrom.first(db, { seq: middle })
    if (!row || row.at >= moment) high = middle
    else low = middle + 1
  }
  return low
}
