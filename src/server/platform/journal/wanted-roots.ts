import type { Kysely } from 'kysely'
import { growingTree } from '#server/platform/crypto/merkle.ts'
import { readCheckpoint, type Checkpoint } from '#server/platform/crypto/signed-note.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { ArchiveRecord } from './archives.ts'
import type { JournalFault } from './faults.ts'
import type { JournalKeys } from './journal-keys.ts'

type WantedRoot = Checkpoint & {
  readonly source: 'stored' | 'given'
  /** Whether it is the end of an archive, which counts as no checkpoint. */
  readonly isArchive: boolean
  isChecked: boolean
  isProved: boolean
}
/** The roots that are to be found, by the number of rows under them. */
export type Wanted = Map<number, WantedRoot[]>

/** Returns the roots that checkpoints and the ends of archives tell, by their size. */
export async function wantedRoots(
  db: Kysely<Tables>,
  keys: JournalKeys,
  { given, records }: { given: readonly string[]; records: readonly ArchiveRecord[] },
  blame: (fault: JournalFault) => void,
): Promise<Wanted> {
  const wanted: Wanted = new Map()
  const stored = await db.selectFrom('journal_checkpoints').select('note').orderBy('size').execute()
  for (const { note } of stored) wantNote(keys, note, 'stored', wanted, blame)
  for (const { anchor } of records) {
    const root = growingTree(anchor.size, anchor.frontier).root()
    wantRoot(wanted, { size: anchor.size, root }, 'stored', true)
  }
  for (const note of given) wantNote(keys, note, 'given', wanted, blame)
  return wanted
}

/** Adds the root of a signed checkpoint; blames one that this log did not sign. */
export function wantNote(
  { signer }: Pick<JournalKeys, 'signer'>,
  note: string,
  source: WantedRoot['source'],
  wanted: Wanted,
  blame: (fault: JournalFault) => void,
): void {
  const text = signer.open(note)
  const checkpoint = text === null ? null : readCheckpoint(signer.name, text)
  if (checkpoint) wantRoot(wanted, checkpoint, source)
  else blame({ kind: 'unsigned', source })
}

function wantRoot(
  wanted: Wanted,
  checkpoint: Checkpoint,
  source: WantedRoot['source'],
  isArchive = false,
): void {
  const known = wanted.get(checkpoint.size) ?? []
  // An archive repeats checkpoints that the database still has.
  const isKnown = known.some(
    (one) =>
      source === 'stored' && one.source === source && !one.isArchive && one.root.equals(checkpoint.root),
  )
  if (!isKnown || isArchive)
    wanted.set(checkpoint.size, [
      ...known,
      { ...checkpoint, source, isArchive, isChecked: false, isProved: false },
    ])
}
