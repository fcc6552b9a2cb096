import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { createChestKeys } from '../src/server/vault/chests/chest-keys.ts'
import { readConfig } from '#server/config.ts'
import { openKeys } from '../src/server/platform/crypto/key-holder.ts'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { migrations } from '../src/server/platform/database/migrations/all.ts'
import { proveRows } from '../src/server/access/authority.ts'
import { confirmFor } from '../src/server/installation.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../src/server/platform/database/open.ts'

/** A separate installation in a temporary folder, on one engine. */
export type Installation = {
  readonly engine: Engine
  readonly folder: string
  readonly databaseOptions: DatabaseOptions
  /** The server's environment. */
  env(port: number): Record<string, string>
  remove(): Promise<void>
}

/**
 * Creates the folder, and on PostgreSQL a database in the cluster that bench/run.ts started.
 * @param kept a folder that stays, and may have an installation on SQLite already
 */
export async function makeInstallation(engine: Engine, kept: string | null = null): Promise<Installation> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'trousseau-bench-'))
  const base = engine === 'postgres' ? await createBase() : null
  return {
    engine,
    folder,
    databaseOptions: base
      ? { kind: 'postgres', url: base.url }
      : { kind: 'sqlite', file: join(folder, 'trousseau.db') },
    // Everything else has its default, including the log line of each request.
    env: (port) => ({
      TROUSSEAU_DATA: folder,
      TROUSSEAU_PORT: String(port),
      // The sessions outlast the run, including those that are idle for a while.
      TROUSSEAU_INACTIVITY_MINUTES: '720',
      ...(base ? { DATABASE_URL: base.url } : {}),
    }),
    remove: async () => {
      await base?.drop()
      if (kept === null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens an empty installation for seeding: its migrated database, and the keys that seal the rows. */
export async function beginSeeding(installation: Installation) {
  const config = readConfig(installation.env(0))
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  const database = await openDatabase(installation.databaseOptions)
  await migrate(database, migrations)
  const keys = await openKeys(
    config,
    { warn: () => undefined },
    async () => true,
    confirmFor(database, config),
  )
  return { database, keys, chestKeys: createChestKeys({ keys }) }
}

/** Proves rows that a seed has written without the server's functions. */
export const proveAll = (db: Database['db']): Promise<void> =>
  db.transaction().execute((tx) => proveRows(tx, Date.now()))

/** Ends a seeding. Autovacuum would do the same within a minute, as it has on an installation in use. */
export async function closeSeeded(database: Database, engine: Engine): Promise<void> {
  await proveAll(database.db)
  if (engine === 'postgres') await sql`vacuum analyze`.execute(database.db)
  await database.close()
}

async function createBase(): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = process.env['TROUSSEAU_TEST_POSTGRES']
  if (!cluster) throw new Error('no PostgreSQL: bench/run.ts starts one')
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: cluster })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}
