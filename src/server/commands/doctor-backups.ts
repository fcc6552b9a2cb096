import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { sql } from 'kysely'
import { backupProblems } from '#texts/backups.ts'
import { doctorTexts } from '#texts/commands.ts'
import { toolMajor } from '#server/backups/postgres-tools.ts'
import { BackupProblem } from '#server/backups/problem.ts'
import { requireFolder } from '#server/backups/write-backup.ts'
import { recentRecord } from '#server/platform/backups/recent-record.ts'
import { backupRecord, isLate } from '#server/platform/backups/record.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { Database } from '#server/platform/database/open.ts'
import type { Config } from '../config.ts'
import type { Finding } from './doctor-database.ts'

type Settings = Pick<Config, 'database' | 'backup'>

/**
 * Checks where backups are made, before the night finds it. None set is no fault, and is told.
 * @param mayWrite rejects when this account may not write there; a test's, which may run as an account that may everything
 */
export async function checkBackupPlace(
  { backup: { folder } }: Settings,
  mayWrite: (folder: string, mode: number) => Promise<void> = access,
): Promise<Finding[]> {
  const texts = doctorTexts.backups
  if (folder === null) return [{ state: 'unknown', text: texts.none }]
  const allowed = constants.R_OK | constants.W_OK | constants.X_OK
  try {
    await requireFolder(folder)
    await mayWrite(folder, allowed)
    return [{ state: 'good', text: texts.folder(folder) }]
  } catch (error) {
    return [{ state: 'bad', text: error instanceof BackupProblem ? error.message : texts.readOnly(folder) }]
  }
}

/** Checks that `pg_dump` is there and not older than the server, and that no pgbouncer is between, where they are needed. */
export async function checkBackupTools({ db }: Database, { database, backup }: Settings): Promise<Finding[]> {
  if (database.kind !== 'postgres' || backup.folder === null) return []
  const texts = doctorTexts.backups
  if (database.isPooled) return [{ state: 'bad', text: texts.pooled }]
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const server = Math.floor((rows[0]?.version ?? 0) / 10_000)
  const findings: Finding[] = []
  for (const tool of ['pg_dump', 'pg_restore'] as const) {
    const major = await toolMajor(tool)
    if (major === null) findings.push({ state: 'bad', text: backupProblems.toolMissing(tool) })
    else if (major < server) findings.push({ state: 'bad', text: backupProblems.toolTooOld(tool) })
  }
  return findings.length > 0 ? findings : [{ state: 'good', text: texts.tools }]
}

/** Reports the last backup, as the journal proves it, and that it failed or is late. */
export async function checkLastBackup(
  { db }: Database,
  { backup }: Settings,
  keyring: Keyring,
  now: number,
): Promise<Finding[]> {
  if (backup.folder === null) return []
  const texts = doctorTexts.backups
  const record = await backupRecord(db, { keyring, isSealed: false }, { now, isScheduled: true })
  if (record === null) return []
  const { last, failedAt } = record
  const findings: Finding[] = []
  if (failedAt !== null) findings.push({ state: 'bad', text: texts.failed(failedAt) })
  if (isLate(record, now)) findings.push({ state: 'bad', text: texts.late(last?.at ?? null) })
  if (findings.length === 0)
    findings.push(
      last ? { state: 'good', text: texts.last(last.at) } : { state: 'unknown', text: texts.notYet },
    )
  if (backup.everyMinutes === null) return findings
  // That the newest is old is no fault here: the server may be stopped.
  const recent = await recentRecord(db)
  if (recent.failedAt !== null) findings.push({ state: 'bad', text: texts.recentFailed(recent.failedAt) })
  else if (recent.at !== null) findings.push({ state: 'good', text: texts.recent(recent.at) })
  return findings
}
