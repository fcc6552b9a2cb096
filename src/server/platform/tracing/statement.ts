const operations = /^\s*(select|insert|update|delete|with)\b/i
const firstTable = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_]{1,60})"?/i

/**
 * Returns the operation and the first table of a statement; null for what begins or ends a transaction. The text itself stays
 * here: it may hold constants.
 */
export function describeStatement(sql: string): { operation: string; table: string | null } | null {
  const operation = operations.exec(sql)?.[1]
  if (operation === undefined) return null
  return { operation: operation.toUpperCase(), table: firstTable.exec(sql)?.[1]?.toLowerCase() ?? null }
}
