import { createHmac, type KeyObject } from 'node:crypto'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Selectable } from 'kysely'

/** A row of the journal as it is stored. */
export type JournalRow = Selectable<Tables['journal']>
/** What a row's MAC covers: all but its place, which the database gives, and the MAC itself. */
export type ProvedFields = Omit<JournalRow, 'seq' | 'mac'>

/** Writes the fields of a row, in a fixed order, as one JSON text. */
const fieldsOf = (row: ProvedFields): unknown[] => [
  row.node,
  row.number,
  row.at,
  row.actor_id,
  row.actor_name,
  row.session_id,
  row.ip,
  row.action,
  row.outcome,
  row.chest_id,
  row.item_id,
  row.objects,
]

/**
 * Returns the MAC of a row: HMAC-SHA-256 over its fields. The node and its own number for the row are among them, so that
 * no copy of a row passes for another event.
 */
export const rowMac = (key: KeyObject, row: ProvedFields): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify(fieldsOf(row)))
    .digest()

/** Returns the entry of a row in the Merkle tree: its place and its fields. Whoever has the rows can compute it. */
export const entryOf = (row: JournalRow): string => JSON.stringify([row.seq, ...fieldsOf(row)])
