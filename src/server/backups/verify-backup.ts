import { onForgedRow, openAuthority } from '#server/access/authority.ts'
import { takeCensus } from '#server/access/census.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { migrations } from '#server/platform/database/migrations/all.ts'
import type { Database } from '#server/platform/database/open.ts'
import { storedJournalKeys } from '#server/platform/journal/journal-keys.ts'
import { keptCheckpoints } from '#server/platform/journal/kept-checkpoints.ts'
import { verifyJournal } from '#server/platform/journal/verify.ts'
import { verifyKeys } from '#server/root-keys/proof.ts'
import type { RowCounts } from './copy-database.ts'
import type { Manifest } from './manifest.ts'
import { brokenOutsideChests, openContent, type OpenedContent } from './open-content.ts'

/** What a restored copy proves, and what is wrong with it. */
export type BackupReport = {
  readonly opened: OpenedContent
  /** Rows of the journal that are proved. */
  readonly journalRows: number
  readonly faults: readonly BackupFault[]
}

export type BackupFault =
  | { readonly kind: 'rows'; readonly table: string; readonly there: number; readonly announced: number }
  | { readonly kind: 'closed'; readonly values: readonly string[]; readonly count: number }
  | { readonly kind: 'root-keys' }
  | { readonly kind: 'journal'; readonly count: number }
  | { readonly kind: 'authority'; readonly rows: readonly string[] }

/**
 * Opens everything that a restored copy holds, and compares it with the manifest. The copy is migrated to this version.
 * @param tables the rows that the copy has
 * @param folder the files of the data folder that were restored with it; the census there is taken anew
 */
export async function verifyRestored(
  database: Database,
  keyring: Keyring,
  manifest: Manifest,
  tables: RowCounts,
  folder: string,
  now: number,
): Promise<BackupReport> {
  const faults: BackupFault[] = rowFaults(manifest.tables, tables)
  await migrate(database, migrations)
  const { db } = database
  const keys = { keyring }
  const { missing, foreign } = await verifyKeys(db, keyring)
  if (missing.length + foreign.length > 0) faults.push({ kind: 'root-keys' })
  const opened = await openContent(db, keys)
  const outside = await brokenOutsideChests(db, keys)
  const count = opened.brokenCount + outside.length
  if (count > 0) faults.push({ kind: 'closed', values: [...opened.broken, ...outside].slice(0, 20), count })
  const journal = await verifyOwnJournal(database, keyring, manifest, folder)
  return {
    opened,
    journalRows: journal.rows,
    faults: [...faults, ...journal.faults, ...(await authorityFaults(database, keyring, folder, now))],
  }
}

function rowFaults(announced: RowCounts, there: RowCounts): BackupFault[] {
  const names = [...new Set([...Object.keys(announced), ...Object.keys(there)])].toSorted()
  return names
    .map((table) => ({
      kind: 'rows' as const,
      table,
      there: there[table] ?? 0,
      announced: announced[table] ?? 0,
    }))
    .filter((one) => one.there !== one.announced)
}

async function verifyOwnJournal(
  { db }: Database,
  keyring: Keyring,
  manifest: Manifest,
  folder: string,
): Promise<{ rows: number; faults: BackupFault[] }> {
  try {
    const own = await storedJournalKeys(db, { keyring })
    if (!own) return { rows: 0, faults: [] }
    const given = [
      ...(await keptCheckpoints(folder)),
      ...(manifest.checkpoint === null ? [] : [manifest.checkpoint]),
    ]
    const report = await verifyJournal(db, own, { given: [...new Set(given)] })
    const count = report.faults.length
    return { rows: report.rows, faults: count === 0 ? [] : [{ kind: 'journal', count }] }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    // The key of the journal is named among the values that do not open.
    return { rows: 0, faults: [] }
  }
}

async function authorityFaults(
  { db }: Database,
  keyring: Keyring,
  folder: string,
  now: number,
): Promise<BackupFault[]> {
  const forged = new Set<string>()
  try {
    await openAuthority(db, keyring, { dataFolder: folder, now })
  } catch (error) {
    // The keys of another time are a fault of their own; here nothing can be proved.
    if (error instanceof Error && 'code' in error) return [{ kind: 'authority', rows: [String(error.code)] }]
    throw error
  }
  onForgedRow(db, (row) => forged.add(row))
  for (const row of await takeCensus(db, { dataFolder: folder, now })) forged.add(row)
  return forged.size === 0 ? [] : [{ kind: 'authority', rows: [...forged].slice(0, 20) }]
}
