import type { CompiledQuery, Kysely } from 'kysely'
import { adapterOf, type Plan } from './engine.ts'
import { reads } from './sqlite-dialect.ts'

/** Stands for a value of each run: `params('id')` where a query would have the id. */
export interface Params<Values extends object> {
  <Name extends keyof Values & string>(name: Name): Values[Name]
}

/** A query that is built and compiled once per database; hot paths use it, for about the cost of raw SQL. */
export interface Prepared<Tables, Values extends object, Row> {
  all(db: Kysely<Tables>, values: Values): Promise<Row[]>
  first(db: Kysely<Tables>, values: Values): Promise<Row | undefined>
  /** @returns how many rows it changed */
  run(db: Kysely<Tables>, values: Values): Promise<number>
}

/** The builders of Kysely, and its `sql` templates, which need the database to compile. */
interface Buildable<Row> {
  compile(db: Kysely<never>): CompiledQuery<Row>
}

class Marker {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * Prepares a query whose shape never changes; values replace the markers only. It runs on a database or in a transaction,
 * as any query.
 *
 * @example
 * const itemById = prepared((db: Kysely<Tables>, params: Params<{ id: number }>) =>
 *   db.selectFrom('items').select(['id', 'meta']).where('id', '=', params('id')))
 * const item = await itemById.first(tx, { id: 12 })
 *
 * @param options `isQuick` for a read of a few rows by their keys, at each request: on PostgreSQL such reads share a
 *   connection, where a longer one would delay those behind it
 */
export function prepared<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, params: Params<Values>) => Buildable<Row>,
  { isQuick = false }: { isQuick?: boolean } = {},
): Prepared<Tables, Values, Row> {
  const perform = (db: Kysely<Tables>, values: Values) => {
    const adapter = adapterOf(db)
    let plan = adapter.plans.get(build)
    if (plan === undefined) {
      plan = planOf(build, db, isQuick)
      adapter.plans.set(build, plan)
    }
    return adapter.perform<Row>(db.getExecutor(), db.isTransaction, plan, valuesOf(plan, values))
  }
  return {
    all: async (db, values) => (await perform(db, values)).rows,
    first: async (db, values) => (await perform(db, values)).rows[0],
    run: async (db, values) => Number((await perform(db, values)).numAffectedRows ?? 0),
  }
}

function planOf<Tables, Values extends object, Row>(
  build: (db: Kysely<Tables>, params: Params<Values>) => Buildable<Row>,
  db: Kysely<Tables>,
  isQuick: boolean,
): Plan {
  // A marker replaces the value: Kysely only passes it on to the list of parameters.
  const params = ((name: string) => new Marker(name)) as unknown as Params<Values>
  const query = build(db, params).compile(db as unknown as Kysely<never>)
  const isReading = reads(query)
  return {
    sql: query.sql,
    reads: isReading,
    isQuick: isReading && isQuick,
    slots: query.parameters.map((value) =>
      value instanceof Marker ? { name: value.name } : { constant: value },
    ),
  }
}

function valuesOf(plan: Plan, values: object): unknown[] {
  return plan.slots.map((slot) => {
    if (!('name' in slot)) return slot.constant
    const value: unknown = (values as Record<string, unknown>)[slot.name]
    // `pg` would silently store it as null.
    if (value === undefined) throw new TypeError(`no value for the parameter ${slot.name}`)
    return value
  })
}
