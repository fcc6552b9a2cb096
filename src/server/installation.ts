import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { keyError } from './crypto/key-error.ts'
import type { Keyring } from './crypto/keyring.ts'
import { keyFileOf, type KeySettings } from './crypto/key-sources.ts'
import { openDatabase, type Database } from './database/open.ts'
import { DatabaseProblem } from './database/problems.ts'
import type { LostFile } from './database/sqlite-files.ts'

/** The database's file, on SQLite. */
export const databaseFileOf = (config: Pick<Config, 'dataFolder'>): string =>
  join(config.dataFolder, 'trousseau.db')

/** The database of the settings: one file in the data folder, or a PostgreSQL server. */
export const databaseOf = (
  config: Pick<Config, 'dataFolder' | 'database'>,
  onFileLost: (lost: LostFile) => void = () => undefined,
): Promise<Database> =>
  openDatabase(
    config.database.kind === 'sqlite'
      ? { kind: 'sqlite', file: databaseFileOf(config), onFileLost }
      : config.database,
  )

/** Whether there is a database to open; on PostgreSQL the server itself says. */
export const isInstalled = (config: Pick<Config, 'dataFolder' | 'database'>): boolean =>
  config.database.kind === 'postgres' || sizeOf(databaseFileOf(config)) > 0

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Makes sure that a database which is not there yet is a new one. A key file, or the log of a database, tells that
 * there was one: a backup is probably still to be put back, and an empty database would hide it.
 * @throws DatabaseProblem FILE_MISSING
 */
export function requireNoneLost(config: KeySettings & Pick<Config, 'dataFolder' | 'database'>): void {
  if (isInstalled(config)) return
  const [file, keyFile] = [databaseFileOf(config), keyFileOf(config)]
  const wasThere = (keyFile !== null && existsSync(keyFile)) || sizeOf(`${file}-wal`) > 0
  if (wasThere) throw new DatabaseProblem('FILE_MISSING', file)
}

/** The setting that holds the fingerprint of a root key. */
const keyMark = 'root-key.'

/** Whether no root key ever served here: only then may new ones be made. */
export async function isVirgin({ db }: Pick<Database, 'db'>): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const key = await db.selectFrom('chest_keys').select('chest_id').limit(1).executeTakeFirst()
  const mark = await db
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', `${keyMark}%`)
    .limit(1)
    .executeTakeFirst()
  return user === undefined && key === undefined && mark === undefined
}

/** The first root key that is another installation's, undefined where there is none; writes nothing. */
export async function foreignKey(
  { db }: Pick<Database, 'db'>,
  keyring: Keyring,
): Promise<number | undefined> {
  const marks = await db.selectFrom('settings').selectAll().where('name', 'like', `${keyMark}%`).execute()
  const known = new Map(marks.map(({ name, value }) => [name, value]))
  return keyring.versions.find((version) => {
    const mark = known.get(`${keyMark}${version}`)
    return mark !== undefined && mark !== keyring.fingerprint(version)
  })
}

/**
 * Makes sure that root keys are this installation's, by fingerprints that the database keeps: a key file of another
 * one, or made by a second node on its own first start, would seal what nobody else can open.
 * @throws KeyError KEYRING_FOREIGN
 */
export async function confirmKeys({ db }: Pick<Database, 'db'>, keyring: Keyring): Promise<void> {
  for (const version of keyring.versions) {
    const [name, value] = [`${keyMark}${version}`, keyring.fingerprint(version)]
    const known = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
    if (known?.value === value) continue
    // Of two nodes at once, one writes; the other then reads what that one wrote.
    await db
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    const kept = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    if (kept.value !== value) throw keyError('KEYRING_FOREIGN', version)
  }
}
