import { SealError } from '#server/platform/crypto/seal-error.ts'
import { readArchive, type ArchiveRecord } from './archives.ts'
import { anchorAfter } from './chain-groups.ts'
import { chainStart, type Anchor } from './cut.ts'
import type { JournalKeys } from './journal-keys.ts'
import { createWalk, type Findings, type Walk } from './walk.ts'
import { wantNote } from './wanted-roots.ts'

/** How many archives were read, and the names of those that were not found. */
export type FoundArchives = { readonly read: number; readonly missing: readonly string[] }

/** Verifies archives, each from its beginning to its end. */
export async function verifyArchives(
  keys: JournalKeys,
  { paths, records }: { paths: readonly string[]; records: readonly ArchiveRecord[] },
  findings: Findings,
  rest: () => Promise<void>,
): Promise<FoundArchives> {
  const missing = new Map(records.map((record) => [record.firstBlock, record]))
  let read = 0
  for (const path of paths) {
    try {
      const walk = await verifyArchive(keys, path, findings, rest)
      const record = records.find(({ firstBlock }) => firstBlock === walk.firstBlock)
      if (record && !isSameEnd(walk.end, record.anchor)) throw new SealError('FORMAT', 'not what left')
      if (record) missing.delete(record.firstBlock)
      read += 1
    } catch (error) {
      // It was moved away meanwhile: it counts as not found.
      if (codeOf(error) === 'ENOENT') continue
      if (!(error instanceof SealError) && codeOf(error) === null) throw error
      findings.blame({ kind: 'archive', file: path })
    }
  }
  return { read, missing: [...missing.values()].map(({ file }) => file) }
}

async function verifyArchive(
  keys: JournalKeys,
  path: string,
  findings: Findings,
  rest: () => Promise<void>,
): Promise<{ firstBlock: number; end: Anchor }> {
  let walk: Walk | null = null
  let end = chainStart
  let firstBlock = 0
  for await (const part of readArchive(path, keys)) {
    if (part.kind === 'start') {
      end = part.anchor
      firstBlock = end.block + 1
      walk = createWalk(keys, end, 0, findings)
    } else if (part.kind === 'block') {
      walk?.take(part.block, part.rows)
      end = anchorAfter(end, part.block)
      await rest()
    } else wantNote(keys, part.note, 'stored', findings.wanted, findings.blame)
  }
  return { firstBlock, end }
}

const isSameEnd = (one: Anchor, other: Anchor): boolean =>
  one.block === other.block &&
  one.mac !== null &&
  other.mac !== null &&
  Buffer.from(one.mac).equals(other.mac)

/** The code of a system error, of a file that cannot be read for instance; null for others. */
const codeOf = (error: unknown): string | null =>
  error instanceof Error && !(error instanceof SealError) && 'code' in error ? String(error.code) : null
