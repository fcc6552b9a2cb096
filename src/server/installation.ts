import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DatabaseProblemCode } from '#texts/platform/server.ts'
import type { Config } from './config.ts'
import { keyFileOf, type KeySettings } from './platform/crypto/key-sources.ts'
import { openDatabase, type Database } from './platform/database/open.ts'
import { createLossLog } from './platform/database/loss-log.ts'
import { DatabaseProblem } from './platform/database/problems.ts'
import type { LostFile } from './platform/database/sqlite-files.ts'
import { openAuthority } from './access/authority.ts'
import { openNumbers } from './access/numbers.ts'
import { openWithdrawn } from './access/withdrawn.ts'
import type { ConfirmKeys } from './platform/crypto/key-holder.ts'
import { confirmKeys, storedFingerprints } from './root-keys/proof.ts'

/** Returns the path of SQLite's database file. */
export const databaseFileOf = (config: Pick<Config, 'dataFolder'>): string =>
  join(config.dataFolder, 'trousseau.db')

type OnLoss = {
  readonly onFileLost?: (lost: LostFile) => void
  readonly onLost?: (error: Error) => void
}

/** Opens the configured database: one file in the data folder, or a PostgreSQL server. */
export const databaseOf = (
  config: Pick<Config, 'dataFolder' | 'database'>,
  { onFileLost = () => undefined, onLost = () => undefined }: OnLoss = {},
): Promise<Database> =>
  openDatabase(
    config.database.kind === 'sqlite'
      ? { kind: 'sqlite', file: databaseFileOf(config), onFileLost }
      : { ...config.database, onLost },
  )

const temporary: readonly DatabaseProblemCode[] = ['SERVER_UNREACHABLE', 'SERVER_FULL', 'SERVER_READ_ONLY']
const betweenTriesMs = 1_000
const betweenLinesMs = 3_000

type Waiting = { readonly open: typeof databaseOf; readonly pause: (ms: number) => Promise<unknown> }

/** Opens the database as `databaseOf`; waits for a server that is away, with a line of the log every few seconds. */
export async function awaitDatabase(
  config: Pick<Config, 'dataFolder' | 'database' | 'databaseWaitMs'>,
  log: Pick<Logger, 'error'>,
  on: Required<OnLoss>,
  { open, pause }: Waiting = { open: databaseOf, pause: setTimeout },
): Promise<Database> {
  let onLost: OnLoss['onLost'] = createLossLog(log, 'waiting for the database', betweenLinesMs)
  for (const until = performance.now() + config.databaseWaitMs; ;) {
    try {
      const database = await open(config, { ...on, onLost: (error) => onLost?.(error) })
      onLost = on.onLost
      return database
    } catch (error) {
      const mayEnd = error instanceof DatabaseProblem && temporary.includes(error.code)
      if (!mayEnd || performance.now() + betweenTriesMs > until) throw error
      await pause(betweenTriesMs)
    }
  }
}

/** Confirms that keys are those of a database, and opens what they prove there. */
export const confirmFor =
  (database: Database, { dataFolder }: Pick<Config, 'dataFolder'>): ConfirmKeys =>
  async (keyring) => {
    await confirmKeys(database, keyring)
    await openAuthority(database.db, keyring, { dataFolder, now: Date.now() })
    await openNumbers(database.db, dataFolder)
    openWithdrawn(database.db, dataFolder)
  }

/** Whether there is a database to open; a PostgreSQL server decides that itself. */
export const isInstalled = (config: Pick<Config, 'dataFolder' | 'database'>): boolean =>
  config.database.kind === 'postgres' || sizeOf(databaseFileOf(config)) > 0

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Makes sure that a missing database is a new one. A key file or a write-ahead log shows that there was one:
 * a backup is probably still to be restored, and an empty database would hide it.
 * @throws DatabaseProblem FILE_MISSING
 */
export function requireNoneLost(config: KeySettings & Pick<Config, 'dataFolder' | 'database'>): void {
  if (isInstalled(config)) return
  const [file, keyFile] = [databaseFileOf(config), keyFileOf(config)]
  const wasThere = (keyFile !== null && existsSync(keyFile)) || sizeOf(`${file}-wal`) > 0
  if (wasThere) throw new DatabaseProblem('FILE_MISSING', file)
}

/** Whether no root key was ever used here: only then may new ones be created. */
export async function isVirgin({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const key = await db.selectFrom('chest_keys').select('chest_id').limit(1).executeTakeFirst()
  return user === undefined && key === undefined && (await storedFingerprints(db)).size === 0
}
