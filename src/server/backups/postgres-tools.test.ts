import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { backupProblems } from '#texts/backups.ts'
import { addressOfBase, runTool, toolAddress } from './postgres-tools.ts'

afterEach(() => vi.unstubAllEnvs())

it('passes the password to the tools of PostgreSQL in their environment only [BKUP-01]', () => {
  expect(toolAddress('postgres://trousseau:se%20cret@db:5432/vault?sslmode=no-verify&options=-cx')).toEqual({
    address: 'postgres://trousseau@db:5432/vault?sslmode=require',
    env: { PGPASSWORD: 'se cret' },
  })
  expect(toolAddress('postgres:///vault?host=/run/postgresql&password=p')).toEqual({
    address: 'postgres:///vault?host=%2Frun%2Fpostgresql',
    env: { PGPASSWORD: 'p' },
  })
  expect(toolAddress('postgresql://one:1,two:2/vault')).toEqual({
    address: 'postgresql://one:1,two:2/vault?target_session_attrs=read-write',
    env: {},
  })
})

it('names another database of the same server', () => {
  expect(addressOfBase('postgres://a:b@one,two/vault?sslmode=verify-full', 'scratch')).toBe(
    'postgres://a:b@one,two/scratch?sslmode=verify-full',
  )
})

it('says what to install when a tool is missing or older than the server', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trousseau-tools-'))
  const url = 'postgres://a@localhost/b'
  vi.stubEnv('PATH', folder)
  await expect(runTool('pg_dump', url, [])).rejects.toThrow(backupProblems.toolMissing('pg_dump'))
  const says = (text: string) =>
    writeFileSync(join(folder, 'pg_dump'), `#!/bin/sh\necho '${text}' >&2\nexit 1\n`, { mode: 0o700 })
  says('pg_dump: error: aborting because of server version mismatch')
  await expect(runTool('pg_dump', url, [])).rejects.toThrow(backupProblems.toolTooOld('pg_dump'))
  says('pg_dump: error: no such table')
  const failed = backupProblems.toolFailed('pg_dump', 'pg_dump: error: no such table')
  await expect(runTool('pg_dump', url, [])).rejects.toThrow(failed)
  rmSync(folder, { recursive: true })
})
