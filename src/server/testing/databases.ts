import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Client } from 'pg'
import { describe, expect } from 'vitest'
import type { Engine } from '#server/platform/database/engine.ts'
import { migrate, type Migration } from '#server/platform/database/migrate.ts'
import { migrations as everyMigration } from '#server/platform/database/migrations/all.ts'
import { openDatabase, type Database, type DatabaseOptions } from '#server/platform/database/open.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { oneEngineSuites, type oneEngineParts } from './engines.ts'

const TEMPLATE_LOCK = 8_420_001

export interface TestDatabase<Schema = Tables> extends Database<Schema> {
  /** How to open the same database again, for another node or process. */
  options: DatabaseOptions
  /** Closes the connections and keeps the database, for another process to open. */
  disconnect(): Promise<void>
  /** Closes the connections and deletes the database. */
  close(): Promise<void>
}

/** The engines under test: both, or only SQLite with TROUSSEAU_TEST_ENGINES=sqlite for a quick local loop. */
export const testedEngines: readonly Engine[] =
  process.env['TROUSSEAU_TEST_ENGINES'] === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgres']

/** Runs the same suite on each engine; on the first one only if `oneEngineSuites` lists its file. */
export function eachEngine(suite: (engine: Engine) => void): void {
  const file = relative(join(import.meta.dirname, '..'), expect.getState().testPath ?? '')
  const engines = file in oneEngineSuites ? testedEngines.slice(0, 1) : testedEngines
  for (const engine of engines) describe(`on ${engine}`, () => suite(engine))
}

/** Returns whether a part that `oneEngineParts` lists runs on an engine. */
export const isRunOn = (engine: Engine, _part: keyof typeof oneEngineParts): boolean =>
  engine === testedEngines[0]

/** Opens a migrated database for one suite or one test; call its `close` afterwards. */
export async function openTestDatabase<Schema = Tables>(
  engine: Engine,
  migrations: readonly Migration[] = everyMigration,
): Promise<TestDatabase<Schema>> {
  const place = engine === 'sqlite' ? await freshFile(migrations) : await freshBase(migrations)
  const database = await openDatabase<Schema>(place.options)
  // A no-op for a copy of the template.
  await migrate(database, migrations)
  return {
    ...database,
    options: place.options,
    disconnect: () => database.close(),
    close: async () => {
      await database.close()
      await place.remove()
    },
  }
}

interface Place {
  options: DatabaseOptions
  remove(): Promise<void>
}

async function freshFile(migrations: readonly Migration[]): Promise<Place> {
  const { file, ...place } = emptyFile()
  if (migrations === everyMigration) writeFileSync(file, await (migratedFile ??= migrateFile()))
  return { options: { kind: 'sqlite', file }, ...place }
}

function emptyFile(): { file: string; remove: Place['remove'] } {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-test-'))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { file: join(folder, 'trousseau.db'), remove }
}

/** The bytes of a migrated database: like PostgreSQL's template, a copy is much cheaper than a migration. */
let migratedFile: Promise<Buffer> | undefined

async function migrateFile(): Promise<Buffer> {
  const { file, remove } = emptyFile()
  const database = await openDatabase({ kind: 'sqlite', file })
  await migrate(database, everyMigration)
  await database.close()
  const bytes = readFileSync(file)
  await remove()
  return bytes
}

async function freshBase(migrations: readonly Migration[]): Promise<Place> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = migrations === everyMigration ? await (migratedBase ??= templateBase()) : 'template0'
  await administer((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`))
  return {
    options: { kind: 'postgres', url: urlOf(name), poolSize: 5 },
    remove: async () => {
      await administer((admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

/** The name of a migrated database. */
let migratedBase: Promise<string> | undefined

/** Copying a migrated database is many times faster than migrating an empty one. */
function templateBase(): Promise<string> {
  const name = `template_${migrationsDigest()}`
  return administer(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    try {
      const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
      if (rowCount === 0) {
        // Renamed when it is complete, since other processes look for the final name.
        const draft = `draft_${randomUUID().replaceAll('-', '')}`
        await admin.query(`create database ${draft} template template0`)
        const database = await openDatabase({ kind: 'postgres', url: urlOf(draft), poolSize: 1 })
        await migrate(database, everyMigration)
        await database.close()
        await admin.query(`alter database ${draft} rename to ${name}`)
      }
    } finally {
      await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
    }
    return name
  })
}

function migrationsDigest(): string {
  const folder = join(import.meta.dirname, '../platform/database/migrations')
  const digest = createHash('sha256')
  for (const file of readdirSync(folder).toSorted())
    digest.update(file).update(readFileSync(join(folder, file)))
  return digest
    .update(readFileSync(join(folder, '../columns.ts')))
    .digest('hex')
    .slice(0, 16)
}

/** One connection of this process for all its databases: each costs the server a process. */
let administration: Promise<Client> | undefined
let last: Promise<unknown> = Promise.resolve()

/** Works on that connection when earlier work has ended: `pg` 9 will refuse a statement while another one runs. */
function administer<Result>(work: (admin: Client) => Promise<Result>): Promise<Result> {
  const result = last.then(async () => work(await (administration ??= connect())))
  last = result.catch(() => undefined)
  return result
}

async function connect(): Promise<Client> {
  const admin = new Client({ connectionString: clusterUrl() })
  await admin.connect()
  return admin
}

function urlOf(base: string): string {
  const url = new URL(clusterUrl())
  url.pathname = `/${base}`
  return url.href
}

function clusterUrl(): string {
  const url = process.env['TROUSSEAU_TEST_POSTGRES']
  if (url !== undefined && url !== '') return url
  throw new Error(
    'No PostgreSQL to test on: run `node scripts/with-postgres.mjs vitest run`, or set TROUSSEAU_TEST_POSTGRES ' +
      'to the postgres:// address of a cluster, or TROUSSEAU_TEST_ENGINES=sqlite to leave it out.',
  )
}
