import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SqliteDialect } from './sqlite-dialect.ts'

type Log = { busy: number; log: number; checkpointed: number }

describe('the log of changes', () => {
  let folder: string
  let file: string
  let dialect: SqliteDialect
  let db: Kysely<{ pages: { id: number; bytes: Uint8Array } }>
  let beside: DatabaseSync

  const add = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await db
        .insertInto('pages')
        .values({ bytes: new Uint8Array(3_500) } as never)
        .execute()
  }
  const log = () => beside.prepare('pragma wal_checkpoint(noop)').get() as unknown as Log

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trousseau-log-'))
    file = join(folder, 'pages.db')
    dialect = new SqliteDialect(file)
    db = new Kysely({ dialect })
    await sql`create table pages (id integer primary key, bytes blob not null) strict`.execute(db)
    beside = new DatabaseSync(file)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is taken into the file beside the commits, and begins anew while they go on', async () => {
    let longest = 0
    await add(400)
    await expect
      .poll(
        async () => {
          longest = Math.max(longest, log().log)
          await add(20)
          return log().log < longest
        },
        { interval: 1, timeout: 30_000 },
      )
      .toBe(true)
    // Far below SQLite's own bound, at which a commit would have waited for it.
    expect(longest).toBeLessThan(16_000)
    const { rows } = await sql<{ count: number }>`select count(*) as count from pages`.execute(db)
    expect(beside.prepare('select count(*) as count from pages').get()).toEqual(rows[0])
    beside.close()
    await dialect.close()
  })

  it('is in the file when the database is closed, also while it is being taken over', async () => {
    await add(700)
    beside.close()
    await dialect.close()
    expect(existsSync(`${file}-wal`)).toBe(false)
    const later = new DatabaseSync(file)
    expect(later.prepare('select count(*) as count from pages').get()).toMatchObject({ count: 700 })
    expect(later.prepare('pragma integrity_check').get()).toMatchObject({ integrity_check: 'ok' })
    later.close()
  })
})
