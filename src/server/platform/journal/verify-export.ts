import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { exportedMark, provedAs, readProof } from './export-proof.ts'
import type { ExportedLine } from './exported-file.ts'
import type { JournalKeys } from './journal-keys.ts'
import { rowMac, type JournalRow } from './row-proof.ts'
import type { JournalReport } from './verify.ts'
import type { SeeRow } from './walk.ts'

/** What is wrong with an export. `line` is that of the file, `row` the number of the row of the journal. */
export type ExportFault =
  /** `changed`: no line that the server wrote. `other`: a line of another export. `after`: it follows the last one. */
  | { readonly kind: 'changed' | 'other' | 'after'; readonly line: number }
  /** Lines before it were removed, or it was moved or repeated. */
  | { readonly kind: 'order'; readonly line: number }
  /** The last lines are missing. */
  | { readonly kind: 'cut'; readonly line: number }
  /** The row of the journal is not what was exported: changed since, or already when it was exported; removed. */
  | { readonly kind: 'differs' | 'absent'; readonly line: number; readonly row: number }

/** When, by whom and with which filters an export was made, as the journal has recorded it. */
export type ExportRecord = Pick<JournalRow, 'at' | 'actor_name' | 'chest_id'> & {
  readonly format: string
  readonly filters: readonly string[]
}

export type ExportReport = {
  readonly lines: number
  /** Lines whose row stands in the journal, or in an archive, as it was exported. */
  readonly standing: number
  /** Lines whose row only an archive that was not found could prove. */
  readonly unproved: number
  /** Null if the journal does not have it, or no more. */
  readonly record: ExportRecord | null
  readonly faults: readonly ExportFault[]
}

/** Faults that a report names. */
const mostFaults = 20

type Claim = { readonly line: number; readonly mark: string; seen: 'never' | 'same' | 'other' }

/** Compares an export with the journal: first its lines, then, while the journal is verified, each of its rows. */
export type ExportCheck = {
  /** How many lines it has. */
  readonly lines: number
  readonly see: SeeRow
  report(journal: Pick<JournalReport, 'archives' | 'goneTo'>): Promise<ExportReport>
}

/** Verifies the lines of an export. Keeps the number and the mark of each row in memory, some 150 bytes. */
export async function checkExport(
  db: Kysely<Tables>,
  keys: JournalKeys,
  lines: AsyncIterable<ExportedLine>,
): Promise<ExportCheck> {
  const faults: ExportFault[] = []
  const blame = (fault: ExportFault) => void (faults.length < mostFaults && faults.push(fault))
  const claims = new Map<number, Claim>()
  let [count, place, last] = [0, 0, 0]
  let own: string | null = null
  let [isEnded, isLastRead] = [false, false]
  for await (const { line, row, text, proof } of lines) {
    count += 1
    last = line
    const claimed = readProof(proof)
    const as = claimed && provedAs(keys, claimed, text)
    isLastRead = as !== null
    if (claimed === null || as === null) {
      blame({ kind: 'changed', line })
      // The lines after it are compared with what it should have been.
      place += 1
      continue
    }
    own ??= claimed.export
    if (claimed.export !== own) blame({ kind: 'other', line })
    else if (isEnded) blame({ kind: 'after', line })
    else if (claimed.place !== place + 1) blame({ kind: 'order', line })
    place = claimed.place
    isEnded ||= as === 'last'
    claims.set(row, { line, mark: claimed.mark, seen: 'never' })
  }
  if (isLastRead && !isEnded) blame({ kind: 'cut', line: last })

  return {
    lines: count,
    see: (row, mark, stands) => {
      const claim = claims.get(row)
      if (!claim) return
      const isSame = stands && exportedMark(mark) === claim.mark
      if (!isSame) claim.seen = 'other'
      else if (claim.seen === 'never') claim.seen = 'same'
    },
    report: async ({ archives, goneTo }) => {
      let [standing, unproved] = [0, 0]
      for (const [row, { line, seen }] of claims) {
        const mayBeArchived = archives.missing.length > 0 && row <= goneTo
        if (seen === 'same') standing += 1
        else if (seen === 'other') blame({ kind: 'differs', line, row })
        else if (mayBeArchived) unproved += 1
        else blame({ kind: 'absent', line, row })
      }
      const inOrder = faults.toSorted((one, other) => one.line - other.line)
      return {
        lines: count,
        standing,
        unproved,
        record: own === null ? null : await recordOf(db, keys, own),
        faults: inOrder,
      }
    },
  }
}

/** Returns what the journal has recorded of an export. */
async function recordOf(db: Kysely<Tables>, keys: JournalKeys, id: string): Promise<ExportRecord | null> {
  const rows = await db
    .selectFrom('journal')
    .selectAll()
    .where('action', '=', 'journal.exported')
    .where('objects', 'like', `%"export":"${id}"%`)
    .execute()
  const row = rows.find((one) => one.mac !== null && rowMac(keys.rows, one).equals(one.mac))
  if (!row) return null
  const { format, filters } = JSON.parse(row.objects) as { format: string; filters: string[] }
  return { at: row.at, actor_name: row.actor_name, chest_id: row.chest_id, format, filters }
}
