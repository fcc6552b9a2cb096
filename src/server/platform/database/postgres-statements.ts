import { createHash } from 'node:crypto'
import type { QueryResult } from 'kysely'
import type { Client, QueryConfig, QueryResult as Answer } from 'pg'

const NAMED_STATEMENTS = 500

/** Returns a statement for `pg`: named, so that each connection prepares it once. */
export type StatementOf = (sql: string, parameters: readonly unknown[]) => QueryConfig

/** Returns a function that names each text; beyond the bound, further texts are not prepared. */
export function namedStatements(): StatementOf {
  const names = new Map<string, string>()
  const nameOf = (sql: string): string | undefined => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= NAMED_STATEMENTS || !/^\s*(?:select|insert|update|delete|with)\b/.test(sql))
      return undefined
    const name = `q${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
    names.set(sql, name)
    return name
  }
  return (text, parameters) => {
    const [name, values] = [nameOf(text), [...parameters]]
    return name === undefined ? { text, values } : { name, text, values }
  }
}

/** Sends a statement in one packet with all others of this turn of the event loop on the connection. */
export function together(client: Client, statement: QueryConfig): Promise<Answer> {
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return client.query(statement)
}

const changing = ['INSERT', 'UPDATE', 'DELETE', 'MERGE']

/** Returns Kysely's form of a reply. */
export function answerOf<Row>({ command, rowCount, rows }: Answer): QueryResult<Row> {
  const found = rows as Row[]
  return changing.includes(command)
    ? { rows: found, numAffectedRows: BigInt(rowCount ?? 0) }
    : { rows: found }
}
