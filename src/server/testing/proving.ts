import {
  ColumnNode,
  DeleteQueryNode,
  InsertQueryNode,
  TableNode,
  UpdateQueryNode,
  type Kysely,
  type KyselyPlugin,
  type OperationNode,
  type RootOperationNode,
} from 'kysely'
import { proveRows } from '#server/access/authority.ts'
import { provedColumns, provedTables, type ProvedTable } from '#server/access/proved-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * A database for tests that change rows directly, in place of calls: what they write counts as written by the server.
 * Statements as text (`sql`) do not: attacks are written so.
 */
export function provingDatabase(db: Kysely<Tables>): {
  db: Kysely<Tables>
  settle: (more?: readonly ProvedTable[]) => Promise<void>
} {
  const dirty = new Set<ProvedTable>()
  let areLinksDirty = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const table = changedTable(node)
      if (table) dirty.add(table)
      if (changesLinks(node)) areLinksDirty = true
      return node
    },
    transformResult: async ({ result }) => result,
  }
  let settled: Promise<void> = Promise.resolve()
  const settle = async (): Promise<void> => {
    if (dirty.size === 0 && !areLinksDirty) return
    const tables = [...dirty]
    dirty.clear()
    areLinksDirty = false
    await db.transaction().execute(async (tx) => {
      for (const table of tables) await tx.updateTable(table).set({ mac: null }).execute()
      await proveRows(tx, Date.now())
    })
  }
  return {
    db: db.withPlugin(plugin),
    // Of concurrent calls, all wait.
    settle: (more = []) => {
      for (const table of more) dirty.add(table)
      return (settled = settled.then(settle))
    },
  }
}

/** The tables of links, which the rows of users, teams and chests list. */
const links = ['bank_users', 'bank_teams', 'bank_chests', 'team_users']

/** Whether a statement changes a link. */
function changesLinks(node: RootOperationNode): boolean {
  const [into] = partsOf(node)
  return into !== undefined && TableNode.is(into) && links.includes(into.table.identifier.name)
}

/** Returns the table whose proofs a statement makes wrong; null when it brings the right ones itself. */
function changedTable(node: RootOperationNode): ProvedTable | null {
  const [into, columns] = partsOf(node)
  const name = into && TableNode.is(into) ? into.table.identifier.name : undefined
  const table = provedTables.find((one) => one === name)
  if (!table) return null
  const names = columns.map((column) => (ColumnNode.is(column) ? column.column.name : ''))
  const isCovered = names.some((one) => (provedColumns[table] as readonly string[]).includes(one))
  return isCovered && !names.includes('mac') ? table : null
}

/** Returns the table that a statement changes, and the columns. */
function partsOf(node: RootOperationNode): [OperationNode | undefined, readonly OperationNode[]] {
  if (UpdateQueryNode.is(node)) return [node.table, (node.updates ?? []).map(({ column }) => column)]
  if (InsertQueryNode.is(node)) return [node.into, node.columns ?? []]
  if (DeleteQueryNode.is(node)) return [node.from.froms[0], []]
  return [undefined, []]
}
