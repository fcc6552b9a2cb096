import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openTestDatabase } from '#server/testing/databases.ts'
import { SqliteDialect } from './sqlite-dialect.ts'
import { destroying, LogTruncation } from './sqlite-truncation.ts'

/**
 * Tables with bytes whose loss destroys no secret: hashes, public keys, what a session's own secret seals, pending
 * secrets, figures that are rewritten with what they count, and keys of the installation, which stay.
 */
const notSecret = [
  'chest_summaries',
  'installation_keys',
  'journal',
  'journal_archives',
  'journal_blocks',
  'journal_cut',
  'kept_figures',
  'known_devices',
  'unknown_logins',
  'sessions',
  'sign_in_steps',
  'sso_requests',
  'sso_returns',
  'sso_identities',
  'password_links',
  'mail_codes',
  'recovery_codes',
  'passkeys',
  'reset_requests',
  'factor_resets',
  'chest_unlocks',
]

describe('the write-ahead log', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trousseau-truncation-'))
    file = join(folder, 'trousseau.db')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const logSize = () => statSync(`${file}-wal`).size
  const open = async (truncateMs: number) => {
    const dialect = new SqliteDialect(file, { truncateMs })
    const db = new Kysely<{ items: { id: number; password: string }; journal: { id: number } }>({ dialect })
    return { dialect, db }
  }

  it('is truncated soon after a destruction, and holds no destroyed bytes', async () => {
    const { dialect, db } = await open(5)
    await sql`create table items (id integer primary key, password text)`.execute(db)
    await db.insertInto('items').values({ id: 1, password: 'CANARI-DETRUIT' }).execute()
    await db.deleteFrom('items').where('id', '=', 1).execute()
    await expect.poll(logSize).toBe(0)
    expect(readFileSync(file).includes('CANARI-DETRUIT')).toBe(false)
    await dialect.close()
  })

  it('is not truncated after other writes, or after a deletion without rows', async () => {
    const { dialect, db } = await open(5)
    await sql`create table items (id integer primary key, password text)`.execute(db)
    await sql`create table journal (id integer primary key)`.execute(db)
    // What stands in a log at the start may be of a process that was killed: it goes once.
    await expect.poll(logSize).toBe(0)
    await db.insertInto('journal').values({ id: 1 }).execute()
    await db.deleteFrom('items').where('id', '=', 1).execute()
    const size = logSize()
    const runs = vi.spyOn(LogTruncation.prototype, 'run')
    onTestFinished(() => runs.mockRestore())
    // Twice, so that a whole run lies between: after the last commit only the timer calls it.
    await expect.poll(() => runs.mock.calls.length).toBeGreaterThan(2)
    expect([size > 0, logSize()]).toEqual([true, size])
    await dialect.close()
  })
})

it('every table with sealed columns is covered by the truncation', async () => {
  const database = await openTestDatabase('sqlite')
  const { rows } = await sql<{
    name: string
  }>`select distinct m.name from sqlite_schema m, pragma_table_info(m.name) c
    where m.type = 'table' and lower(c.type) = 'blob' order by m.name`.execute(database.db)
  const names = rows.map(({ name }) => name)
  expect(names.length).toBeGreaterThan(15)
  const missed = names.filter(
    (name) => name !== 'users' && !notSecret.includes(name) && !destroying.test(`delete from "${name}"`),
  )
  expect(missed).toEqual([])
  expect(destroying.test('update "users" set "totp_secret" = ? where "id" = ?')).toBe(true)
  expect(destroying.test('update "users" set "last_chest_id" = ? where "id" = ?')).toBe(false)
  await database.close()
})
