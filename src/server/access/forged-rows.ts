import type { PlatformDeps } from '#server/platform/deps.ts'
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
  let timer: NodeJS.Timeout | undefined
  let observing: NodeJS.Timeout | undefined
  let counting: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let census: Promise<void> = Promise.resolve()
  onForgedRow(db, (row) => {
    const last = told.get(row)
    if (last && clock() - last.at < limits.againMs) return
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
  return {
    round,
    count,
    start: () => {
      timer = setInterval(() => {
        running = running.then(round)
      }, limits.roundMs).unref()
      // Those that other nodes gave.
      observing = setInterval(() => {
        observeNumbers(db).catch((error: unknown) => {
          log.warn({ err: error }, 'the highest numbers of accounts and chests were not read')
        })
      }, limits.observeMs).unref()
      counting = setInterval(() => {
        census = census.then(count)
      }, limits.censusMs).unref()
    },
    stop: async () => {
      clearInterval(timer)
      clearInterval(observing)
      clearInterval(counting)
      await Promise.race([
        census.then(() => running.then(round)),
        new Promise((over) => setTimeout(over, limits.stopMs).unref()),
      ])
    },
  }
}
