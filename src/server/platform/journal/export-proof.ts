import { createHmac, timingSafeEqual } from 'node:crypto'
import { chainLimits, noMark } from './chain.ts'
import type { JournalKeys } from './journal-keys.ts'
import { rowMac, type JournalRow } from './row-proof.ts'

/** Where a line stands: in which export, at which place from 1 on, and whether nothing follows it. */
export type ExportPlace = { readonly export: string; readonly place: number; readonly isLast: boolean }

/** What the proof of a line says of it. */
type Claimed = {
  readonly export: string
  readonly place: number
  readonly mark: string
  readonly mac: string
}

const markBytes = chainLimits.markBytes
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** Bytes of the random number of an export. */
export const exportIdBytes = 12
export const exportIdOf = (bytes: Uint8Array): string => base64(bytes)

/** Returns the mark that a block gives a row: that of a row that was changed in the database says so. */
export function exportMark({ rows }: Pick<JournalKeys, 'rows'>, row: JournalRow): string {
  const mac = rowMac(rows, row)
  return base64(row.mac === null || mac.equals(row.mac) ? mac.subarray(0, markBytes) : noMark)
}

/** Returns a mark of the journal as an export has it. */
export const exportedMark = (mark: Uint8Array): string => base64(mark)

const macOf = (
  { exports: key }: Pick<JournalKeys, 'exports'>,
  at: ExportPlace,
  mark: string,
  text: string,
): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([at.export, at.place, at.isLast, mark, text]))
    .digest()

/**
 * Returns the proof of a line: the export, its place in it, the mark of its row in the journal, and a MAC over these and all
 * that the line says. Nobody else can write one, nor move it to another line.
 */
export const proofOfLine = (
  keys: Pick<JournalKeys, 'exports'>,
  at: ExportPlace,
  mark: string,
  text: string,
): string => `v1.${at.export}.${at.place}.${mark}.${base64(macOf(keys, at, mark, text))}`

/** Returns what a proof claims; null for a text that is none. */
export function readProof(proof: string): Claimed | null {
  const [, id, place, mark, mac] = /^v1\.([\w-]+)\.(\d{1,15})\.([\w-]+)\.([\w-]+)$/.exec(proof) ?? []
  if (id === undefined || place === undefined || mark === undefined || mac === undefined) return null
  return { export: id, place: Number(place), mark, mac }
}

/** Returns whether a line is as the server wrote it: as the last one, or as one that others follow; null for neither. */
export function provedAs(
  keys: Pick<JournalKeys, 'exports'>,
  claimed: Claimed,
  text: string,
): 'last' | 'followed' | null {
  const given = Buffer.from(claimed.mac, 'base64url')
  const isSame = (isLast: boolean): boolean => {
    const own = macOf(keys, { export: claimed.export, place: claimed.place, isLast }, claimed.mark, text)
    return own.length === given.length && timingSafeEqual(own, given)
  }
  if (isSame(false)) return 'followed'
  return isSame(true) ? 'last' : null
}
