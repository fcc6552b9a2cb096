import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { openDatabase, type Database } from './database/open.ts'

/** The database's file, on SQLite. */
export const databaseFileOf = (config: Pick<Config, 'dataFolder'>): string =>
  join(config.dataFolder, 'trousseau.db')

/** The database of the settings: one file in the data folder, or a PostgreSQL server. */
export const databaseOf = (config: Pick<Config, 'dataFolder' | 'database'>): Promise<Database> =>
  openDatabase(
    config.database.kind === 'sqlite' ? { kind: 'sqlite', file: databaseFileOf(config) } : config.database,
  )

/** Whether there is a database to open; on PostgreSQL the server itself says. */
export const isInstalled = (config: Pick<Config, 'dataFolder' | 'database'>): boolean =>
  config.database.kind === 'postgres' || existsSync(databaseFileOf(config))

/** Whether nothing was ever sealed here: only then may new root keys be made. */
export async function isVirgin({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const key = await db.selectFrom('chest_keys').select('chest_id').limit(1).executeTakeFirst()
  return user === undefined && key === undefined
}
