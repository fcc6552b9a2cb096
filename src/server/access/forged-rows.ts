import { elapsedSince } from '#domain/platform/moments.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { createRounds } from '#server/platform/jobs/rounds.ts'
import { storedJournalKeys } from '#server/platform/journal/journal-keys.ts'
import { restorationsOf } from '#server/platform/journal/restorations.ts'
import { LruMap } from '#server/platform/lru-map.ts'
import { onForgedRow } from './authority.ts'
import { takeCensus } from './census.ts'
import { observeNumbers } from './numbers.ts'

const limits = {
  roundMs: 1_000,
  observeMs: 60_000,
  /** As often as the journal has a checkpoint. */
  censusMs: 600_000,
  /** The same row is not told again for so long. */
  againMs: 3_600_000,
  /** Rows that are remembered. */
  remembered: 1_000,
  /** How long a stop waits for the database. */
  stopMs: 3_000,
} as const

const byItself = { ip: 'local', requestId: 'authority', userAgent: 'trousseau' } as const

/** Logs and journals the rows that a call met and the server did not write: each once an hour. */
export type ForgedRows = {
  /** Writes what was found since the last round. */
  round(): Promise<void>
  /** Verifies all rows, and whether older ones were put back. */
  count(): Promise<void>
  start(): void
  stop(): Promise<void>
}

/** They are journalled apart from the call that met them, whose transaction may be undone. */
export function createForgedRows({
  db,
  clock,
  config,
  journal,
  keys,
  log,
}: Pick<PlatformDeps, 'db' | 'clock' | 'journal' | 'keys' | 'log'> & {
  readonly config: { readonly dataFolder: string }
}): ForgedRows {
  const told = new LruMap<string, { at: number }>(limits.remembered)
  let found: string[] = []
  let observing: NodeJS.Timeout | undefined
  onForgedRow(db, (row) => {
    const last = told.get(row)
    if (last && elapsedSince(last.at, clock()) < limits.againMs) return
    told.set(row, { at: clock() })
    log.error({ row }, 'AUTHORITY_TAMPERED: a row that the server did not write')
    found.push(row)
  })

  const round = async (): Promise<void> => {
    const rows = found
    if (rows.length === 0) return
    found = []
    try {
      await db.transaction().execute(async (tx) => {
        for (const row of rows)
          await journal.record(tx, null, byItself, {
            action: 'authority.tampered',
            outcome: 'refused',
            objects: { row },
          })
      })
    } catch (error) {
      found = [...rows, ...found].slice(0, limits.remembered)
      log.error({ err: error }, 'forged rows were not written to the journal')
    }
  }
  const count = async (): Promise<void> => {
    try {
      const own = await storedJournalKeys(db, keys)
      const [restored] = own ? await restorationsOf(db, own) : []
      await takeCensus(db, {
        dataFolder: config.dataFolder,
        now: clock(),
        ...(restored && { restoredAt: restored.at }),
      })
    } catch (error) {
      log.error({ err: error }, 'the proved rows were not counted')
    }
  }
  const rounds = createRounds(limits.roundMs, round)
  const censuses = createRounds(limits.censusMs, count)
  return {
    round,
    count,
    start: () => {
      rounds.start()
      // Those that other nodes gave.
      observing = setInterval(() => {
        observeNumbers(db).catch((error: unknown) => {
          log.warn({ err: error }, 'the highest numbers of accounts and chests were not read')
        })
      }, limits.observeMs).unref()
      censuses.start()
    },
    stop: async () => {
      clearInterval(observing)
      await Promise.race([
        Promise.all([censuses.stop(), rounds.stop()]).then(round),
        new Promise((over) => setTimeout(over, limits.stopMs).unref()),
      ])
    },
  }
}
