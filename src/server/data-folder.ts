import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { configTexts } from '#texts/platform/server.ts'
import { ConfigError, type Config } from './config.ts'
import { databaseFileOf } from './installation.ts'
import { mountedShareOf } from './mounts.ts'

/** Creates the data folder and its parents. @throws ConfigError */
function makeDataFolder(folder: string): void {
  try {
    // Level by level: a recursive mkdir of Node never ends where no folder can be created (/proc).
    if (!existsSync(dirname(folder))) makeDataFolder(dirname(folder))
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!statSync(folder).isDirectory()) throw new ConfigError(configTexts.dataFolder(folder))
  } catch (error) {
    throw error instanceof ConfigError
      ? error
      : new ConfigError(configTexts.dataFolder(folder), { cause: error })
  }
}

/**
 * Makes sure that the data folder is there and that this account may use it: a command that created it would work beside the
 * installation that it was meant for.
 * @throws ConfigError
 */
export function requireDataFolder({ dataFolder }: Pick<Config, 'dataFolder'>): void {
  // One that is hidden by the rights of its parents throws, and is not taken for missing.
  if (statSync(dataFolder, { throwIfNoEntry: false }) === undefined)
    throw new ConfigError(configTexts.dataFolderMissing(dataFolder))
  makeDataFolder(dataFolder)
}

/**
 * The types of network shares, as statfs(2) gives them: the constants of include/uapi/linux/magic.h of Linux
 * (`NFS_SUPER_MAGIC`, `SMB_SUPER_MAGIC`, `CIFS_SUPER_MAGIC`, `SMB2_SUPER_MAGIC`).
 */
const shareTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
])

/** How the system tells what a path is on: statfs(2), and the list of mounts. */
type Reading = { readonly type?: (path: string) => { readonly type: number }; readonly mounts?: () => string }

/** Returns the kind of share that a path is on; null where it is none, or cannot be recognised. */
export function shareOf(path: string, { type = statfsSync, mounts }: Reading = {}): string | null {
  if (!existsSync(path)) return null
  // A signed field of 32 bits holds the same bits (statfs(2), « f_type »).
  return shareTypes.get(type(path).type >>> 0) ?? mountedShareOf(path, mounts)
}

/** Returns the share that the database file or its folder is on. It matters for SQLite only, and may be allowed. */
export function shareOfDatabase(
  config: Pick<Config, 'dataFolder' | 'database' | 'allowsShare'>,
  read?: Reading,
): string | null {
  if (config.database.kind !== 'sqlite' || config.allowsShare) return null
  return shareOf(config.dataFolder, read) ?? shareOf(databaseFileOf(config), read)
}

/**
 * Creates the data folder, unless SQLite's file would be on a network share: its write-ahead log needs memory that all
 * connections share (https://sqlite.org/wal.html), and many shares confirm locks that they do not hold.
 * @throws ConfigError
 */
export function prepareDataFolder(
  config: Pick<Config, 'dataFolder' | 'database' | 'allowsShare'>,
  read?: Reading,
): void {
  makeDataFolder(config.dataFolder)
  const share = shareOfDatabase(config, read)
  if (share !== null) throw new ConfigError(configTexts.networkShare(config.dataFolder, share))
}
