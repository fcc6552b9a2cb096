import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { backupProblems } from '#texts/backups.ts'
import { openDatabase, type Database } from '#server/platform/database/open.ts'
import { hostsOf } from '#server/platform/database/postgres-url.ts'
import { checkFile, countRows, type RowCounts } from './copy-database.ts'
import { addressOfBase, runTool } from './postgres-tools.ts'
import { BackupProblem } from './problem.ts'

/** Calls a function with a folder that only this account may read, and deletes it afterwards. */
export async function withPrivateFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'trousseau-backup-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a restored SQLite file. @throws BackupProblem when it is damaged */
export async function withFile<Result>(
  file: string,
  use: (database: Database, tables: RowCounts) => Promise<Result>,
): Promise<Result> {
  const { verdict, tables } = await checkFile(file)
  if (verdict !== 'ok') throw new BackupProblem(backupProblems.damaged(verdict))
  return using(await openDatabase({ kind: 'sqlite', file }), tables, use)
}

/** Restores a dump into an empty database and opens it. @throws BackupProblem when it is not empty */
export async function withDump<Result>(
  file: string,
  url: string,
  use: (database: Database, tables: RowCounts) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ kind: 'postgres', url, statementMs: 0 })
  try {
    if (Object.keys(await countRows(database.db)).length > 0)
      throw new BackupProblem(backupProblems.baseNotEmpty)
    const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
    await runTool('pg_restore', url, [...options, file])
    return await use(database, await countRows(database.db))
  } finally {
    await database.close()
  }
}

async function using<Result>(
  database: Database,
  tables: RowCounts,
  use: (database: Database, tables: RowCounts) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(database, tables)
  } finally {
    await database.close()
  }
}

/**
 * Creates a database beside the configured one, and drops it afterwards.
 * @throws BackupProblem when the account may not create one
 */
export async function withScratchBase<Result>(
  url: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `trousseau_verify_${randomBytes(6).toString('hex')}`
  const administer = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: hostsOf(url)[0] ?? url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  try {
    await administer(`create database ${name} template template0`)
  } catch (error) {
    throw new BackupProblem(backupProblems.noScratch, { cause: error })
  }
  try {
    return await use(addressOfBase(url, name))
  } finally {
    await administer(`drop database if exists ${name} with (force)`)
  }
}
