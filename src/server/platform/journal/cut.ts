import { createHmac } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { rangesIn, type Range } from './id-ranges.ts'
import type { JournalKeys } from './journal-keys.ts'

type BlockKey = Pick<JournalKeys, 'blocks'>

/** A place in the chain: all that is needed to verify the blocks after one. */
export type Anchor = {
  /** The number of the block, 0 before the first; its MAC. */
  readonly block: number
  readonly mac: Uint8Array | null
  /** The Merkle tree after it. */
  readonly size: number
  readonly frontier: Uint8Array
  /** Its `state`; null before the first block. */
  readonly state: string | null
  /** When a block last bound all rows that there were: later rows are not much older. */
  readonly settledAt: number
}

export const chainStart: Anchor = {
  block: 0,
  mac: null,
  size: 0,
  frontier: new Uint8Array(),
  state: null,
  settledAt: 0,
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

export const anchorText = (anchor: Anchor): string =>
  JSON.stringify({
    ...anchor,
    mac: anchor.mac && base64(anchor.mac),
    frontier: base64(anchor.frontier),
  })

export function anchorIn(text: string): Anchor {
  const read = JSON.parse(text) as Omit<Anchor, 'mac' | 'frontier'> & { mac: string | null; frontier: string }
  return {
    ...read,
    mac: read.mac === null ? null : Buffer.from(read.mac, 'base64'),
    frontier: Buffer.from(read.frontier, 'base64'),
  }
}

/** Returns the MAC of a record of the retention. The kind stands first, so that none passes for another, or for a block. */
export const recordMac = (
  { blocks }: BlockKey,
  kind: 'cut' | 'archive' | 'gone',
  fields: readonly (string | number)[],
): Buffer =>
  createHmac('sha256', blocks)
    .update(JSON.stringify([kind, ...fields]))
    .digest()

/** The last block that left the journal; every row of it and of those before was older than `until`. */
type Cut = { readonly anchor: Anchor; readonly until: number }

const macOfCut = (
  keys: BlockKey,
  { block, until, anchor }: { block: number; until: number; anchor: string },
) => recordMac(keys, 'cut', [block, until, anchor])

/** Returns the cut; null while no block has left; `forged` if the server did not write it. */
export async function readCut(db: Kysely<Tables>, keys: BlockKey): Promise<Cut | null | 'forged'> {
  const row = await db.selectFrom('journal_cut').selectAll().where('id', '=', 1).executeTakeFirst()
  if (!row) return null
  if (!macOfCut(keys, row).equals(row.mac)) return 'forged'
  return { anchor: anchorIn(row.anchor), until: row.until }
}

/** Moves the cut forward; another node may have moved it further. */
export async function moveCut(
  tx: Transaction<Tables>,
  keys: BlockKey,
  { anchor, until }: Cut,
): Promise<void> {
  const columns = { block: anchor.block, until, anchor: anchorText(anchor) }
  const row = { ...columns, mac: macOfCut(keys, columns) }
  await tx
    .insertInto('journal_cut')
    .values({ id: 1, ...row })
    .onConflict((known) =>
      known.column('id').doUpdateSet(row).where(sql.ref('journal_cut.block'), '<', anchor.block),
    )
    .execute()
}

type Gone = Pick<Selectable<Tables['journal_blocks']>, 'number' | 'mac' | 'gone' | 'gone_mac'>

/** The MAC of the rows that have left a block: without it, a missing row was removed by another than the server. */
export const goneMac = (keys: BlockKey, { number, mac, gone }: Omit<Gone, 'gone_mac'>): Buffer =>
  recordMac(keys, 'gone', [number, base64(mac), gone ?? ''])

/** Returns which rows of a block have left; null if the server did not write what the block says of it. */
export function goneOf(keys: BlockKey, block: Gone): readonly Range[] | null {
  if (block.gone === null) return []
  if (block.gone_mac === null || !goneMac(keys, block).equals(block.gone_mac)) return null
  return rangesIn(block.gone)
}
