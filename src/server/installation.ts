import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { keyFileOf, type KeySettings } from './platform/crypto/key-sources.ts'
import { openDatabase, type Database } from './platform/database/open.ts'
import { DatabaseProblem } from './platform/database/problems.ts'
import type { LostFile } from './platform/database/sqlite-files.ts'
import { storedFingerprints } from './root-keys/proof.ts'

/** Returns the path of SQLite's database file. */
export const databaseFileOf = (config: Pick<Config, 'dataFolder'>): string =>
  join(config.dataFolder, 'trousseau.db')

/** Opens the configured database: one file in the data folder, or a PostgreSQL server. */
export const databaseOf = (
  config: Pick<Config, 'dataFolder' | 'database'>,
  onFileLost: (lost: LostFile) => void = () => undefined,
): Promise<Database> =>
  openDatabase(
    config.database.kind === 'sqlite'
      ? { kind: 'sqlite', file: databaseFileOf(config), onFileLost }
      : config.database,
  )

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
