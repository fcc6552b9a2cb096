import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { dayNumberOf } from '#domain/platform/days.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { archivesAt, archivesFolder } from './archives.ts'
import { byItself } from './journal.ts'
import { storedJournalKeys } from './journal-keys.ts'
import { keptCheckpoints } from './kept-checkpoints.ts'
import { latestOwnRows } from './own-rows.ts'
import { verifyJournal } from './verify.ts'

/** The last daily check of the journal: when it ended, how many rows it verified, and how many faults it found. */
export type JournalCheck = {
  readonly at: number
  readonly rows: number
  readonly faults: number
  /** The name of the last archive that it read; the next check goes on from there. */
  readonly archive?: string
}

/** Bytes of archives that one check reads at most, but one archive at least: some eight million rows. */
export const archiveBytesADay = 512 * 1024 * 1024

/**
 * Returns the last daily check; null before the first. The journal's own row tells it, by its proof: whoever writes to the
 * database cannot say that the journal was verified.
 */
export async function lastJournalCheck(
  db: Kysely<Tables>,
  keys: PlatformDeps['keys'],
): Promise<JournalCheck | null> {
  const own = keys.isSealed ? null : await storedJournalKeys(db, keys)
  if (!own) return null
  const [last] = await latestOwnRows(db, own, 'journal.checked')
  if (!last) return null
  return { at: last.at, ...(JSON.parse(last.objects) as Omit<JournalCheck, 'at'>) }
}

type CheckDeps = Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'log' | 'journal'> & {
  readonly config: { readonly dataFolder: string }
}

/**
 * Returns the archives of a folder that come after one by their name, then those before it, up to so many bytes.
 * @returns none if there is no folder
 */
async function archivesInTurn(folder: string, after: string, mostBytes: number): Promise<string[]> {
  const all = await archivesAt(folder).catch(() => [])
  const next = all.findIndex((path) => basename(path) > after)
  const from = next === -1 ? 0 : next
  const chosen: string[] = []
  let left = mostBytes
  for (const path of [...all.slice(from), ...all.slice(0, from)]) {
    // An archive that was moved away meanwhile has no bytes, and is not found later either.
    left -= await stat(path).then(
      ({ size }) => size,
      () => 0,
    )
    if (left < 0 && chosen.length > 0) break
    chosen.push(path)
  }
  return chosen
}

/**
 * Verifies the whole journal once a day (UTC), with the checkpoints in this node's data folder and archives in turn, and
 * records the outcome in it.
 * @param goOn whether the job still may run
 */
export async function verifyDaily(
  { db, keys, clock, log, journal, config }: CheckDeps,
  goOn: () => Promise<boolean>,
  mostBytes = archiveBytesADay,
): Promise<void> {
  if (keys.isSealed) return
  const last = await lastJournalCheck(db, keys)
  if (last && dayNumberOf(last.at) === dayNumberOf(clock())) return
  const own = await storedJournalKeys(db, keys)
  if (!own) return
  let isOver = false
  const rest = async (): Promise<void> => {
    await breathe()
    isOver ||= !(await goOn())
    if (isOver) throw new Interrupted()
  }
  try {
    const folder = join(config.dataFolder, archivesFolder)
    const archives = await archivesInTurn(folder, last?.archive ?? '', mostBytes)
    const given = await keptCheckpoints(config.dataFolder)
    const { rows, faults, archives: found } = await verifyJournal(db, own, { archives, given }, rest)
    if (faults.length > 0) log.error({ faults }, 'JOURNAL_TAMPERED: the daily check found faults')
    const archive = archives.at(-1)
    await db.transaction().execute((tx) =>
      journal.record(tx, null, byItself, {
        action: 'journal.checked',
        objects: {
          rows,
          faults: faults.length,
          ...(found.read > 0 && { archives: found.read }),
          ...(archive !== undefined && { archive: basename(archive) }),
        },
        ...(faults.length > 0 && { outcome: 'refused' as const }),
      }),
    )
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
  }
}

/** The check is interrupted by a stop, or because another node runs it; the next round begins again. */
class Interrupted extends Error {}
