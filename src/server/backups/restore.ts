import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { KeyObject } from 'node:crypto'
import { backupProblems } from '#texts/backups.ts'
import { takeCensus } from '#server/access/census.ts'
import { forgetWithdrawn } from '#server/access/withdrawn.ts'
import { leaveRoomInNumbers } from '#server/access/numbers.ts'
import type { Config } from '#server/config.ts'
import { databaseFileOf } from '#server/installation.ts'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import type { Database } from '#server/platform/database/open.ts'
import type { Journal, RequestOrigin } from '#server/platform/journal/journal.ts'
import { lastBlock } from '#server/platform/journal/chain.ts'
import { dataFiles } from './copied-files.ts'
import type { RowCounts } from './copy-database.ts'
import { endWhatLived, type EndedLife } from './end-what-lived.ts'
import type { Manifest } from './manifest.ts'
import { openBackup } from './read-backup.ts'
import { BackupProblem } from './problem.ts'
import { withDump, withFile } from './scratch.ts'
import { verifyRestored, type BackupReport } from './verify-backup.ts'

type RestoreDeps = {
  readonly config: Pick<Config, 'dataFolder' | 'database'>
  readonly keys: KeyHolder
  readonly journal: Journal
  readonly origin: RequestOrigin
  readonly clock: () => number
}

export type Restored = {
  readonly manifest: Manifest
  readonly report: BackupReport
  /** What was ended; null when faults refused the restoration. */
  readonly ended: EndedLife | null
}

/**
 * Restores a backup into an empty place, once everything in it was opened.
 * @param mayHaveFaults restores what is good in a backup with faults
 * @throws BackupProblem; nothing was changed then, but a PostgreSQL database may hold the data
 */
export async function restoreBackup(
  { config, keys, journal, origin, clock }: RestoreDeps,
  path: string,
  identity: KeyObject,
  mayHaveFaults: boolean,
): Promise<Restored> {
  const { dataFolder, database } = config
  requireEmpty(config)
  const work = join(dataFolder, 'restore-work')
  await rm(work, { recursive: true, force: true })
  await mkdir(work, { mode: 0o700 })
  try {
    const { manifest, databaseFile } = await openBackup(path, identity, keys.keyring, work, ({ engine }) => {
      if (engine !== database.kind) throw new BackupProblem(backupProblems.wrongEngine(engineNames[engine]))
    })
    const finish = async (opened: Database, tables: RowCounts): Promise<Restored> => {
      const report = await verifyRestored(opened, keys.keyring, manifest, tables, work, clock())
      if (report.faults.length > 0 && !mayHaveFaults) return { manifest, report, ended: null }
      const rows = (await lastBlock(opened.db))?.size ?? 0
      const ended = await opened.db.transaction().execute(async (tx) => {
        const life = await endWhatLived(tx, clock())
        await journal.record(tx, null, origin, {
          action: 'backup.restored',
          objects: { backup: manifest.at, rows, ...life },
        })
        return life
      })
      // Without what was ended: whoever puts a session back is found out.
      await takeCensus(opened.db, { dataFolder: work, now: clock() })
      await leaveRoomInNumbers(opened.db, work)
      return { manifest, report, ended }
    }
    const restored =
      database.kind === 'sqlite'
        ? await withFile(databaseFile, finish)
        : await withDump(databaseFile, database.url, finish)
    if (restored.ended) await putInPlace(config, work, databaseFile)
    return restored
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const engineNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** @throws BackupProblem naming what is there; the root keys may be, and must be */
function requireEmpty(config: RestoreDeps['config']): void {
  const file = databaseFileOf(config)
  const base = config.database.kind === 'sqlite' ? [file, `${file}-wal`] : []
  const taken = [...base, ...dataFiles.map((name) => join(config.dataFolder, name))].find(existsSync)
  if (taken !== undefined) throw new BackupProblem(backupProblems.folderNotEmpty(taken))
}

/** Moves the files into the data folder, the database last: without it nothing is installed. */
async function putInPlace(config: RestoreDeps['config'], work: string, databaseFile: string): Promise<void> {
  const { dataFolder, database } = config
  forgetWithdrawn(dataFolder)
  for (const name of dataFiles)
    if (existsSync(join(work, name))) await rename(join(work, name), join(dataFolder, name))
  if (database.kind === 'sqlite') await rename(databaseFile, databaseFileOf(config))
  await using folder = await open(dataFolder)
  await folder.sync()
}
