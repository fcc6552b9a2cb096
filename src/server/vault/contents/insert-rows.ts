import type { Insertable, Kysely } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Yielder } from './yielder.ts'

type Value = null | number | string | Uint8Array

/** Rows of a statement: some milliseconds on either engine, before other requests have their turn. */
const rowsAtOnce = 50

/**
 * Inserts rows that have the same columns, many in a statement, which is compiled once: compiling it takes longer than
 * inserting its rows.
 * @param onWritten called with the number of rows so far
 */
export async function insertRows<Table extends keyof Tables>(
  tx: Kysely<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  yielder: Yielder,
  onWritten: (written: number) => void = () => undefined,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  /** The values are given by their place, row by row. */
  const insertionOf = (count: number) =>
    prepared((db: Kysely<Tables>, params: Params<Record<string, Value>>) => {
      const valuesAt = (row: number) =>
        columns.map((column, at) => [column, params(String(row * columns.length + at))] as const)
      const values = Array.from({ length: count }, (_, row) => Object.fromEntries(valuesAt(row)))
      return db.insertInto<keyof Tables>(table).values(values as never)
    })
  const usual = insertionOf(rowsAtOnce)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const part = rows.slice(from, from + rowsAtOnce) as Record<string, Value>[]
    // A value that is missing is refused by the statement.
    if (part.some((row) => Object.keys(row).length > columns.length))
      throw new TypeError(`a row of ${table} has more columns than the first`)
    const values = part.flatMap((row) => columns.map((column) => row[column]))
    const insertion = part.length === rowsAtOnce ? usual : insertionOf(part.length)
    await insertion.run(tx, values as unknown as Record<string, Value>)
    onWritten(from + part.length)
    const pause = yielder.step(part.length)
    if (pause) await pause
  }
}
