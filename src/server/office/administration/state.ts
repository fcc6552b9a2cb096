import { sql, type Kysely } from 'kysely'
import { userStates } from '#domain/platform/roles.ts'
import { releases } from '#texts/platform/changelog.ts'
import { hasNoFactor } from '#server/access/account-rows.ts'
import { engineOf, readTogether } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { isRecentLate, recentRecord } from '#server/platform/backups/recent-record.ts'
import { backupRecord, isLate } from '#server/platform/backups/record.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { lastCut } from '#server/identity/directory/directory-rows.ts'
import { clockSkew } from '#server/platform/health/clock.ts'
import { lastJournalCheck } from '#server/platform/journal/nightly.ts'
import { jobState } from '#server/platform/jobs/runs.ts'
import { programVersion } from '#server/platform/program.ts'
import { registeredNodes } from '#server/platform/root-keys/nodes.ts'
import { sealingKeyState } from '#server/platform/root-keys/sealing-keys.ts'
import { receiversIn, siemState } from '#server/platform/siem/cursors.ts'

export type StateDeps = Pick<PlatformDeps, 'db' | 'pingDatabase' | 'keys' | 'clock' | 'outbox' | 'config'> & {
  /** When the TLS certificate expires, in milliseconds; null without one. */
  readonly certificateExpiresAt: () => number | null
}

const dayMs = 24 * 60 * 60 * 1000
/** At most this many of the latest entries are read to count those of a day: no index orders them by time. */
const countedEntries = 10_000

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** Returns the state of the installation for the tiles of the administration page: counts and times, no content. */
export async function installationState(deps: StateDeps) {
  const { db, pingDatabase, clock } = deps
  const now = clock()
  const databaseMs = await pingDatabase()
  const [mails, [people, nodes, jobs, key, journal, backups, siem, database, cutAt]] = await Promise.all([
    deps.outbox.state(),
    readTogether(db, (together) =>
      Promise.all([
        countPeople(together, now),
        registeredNodes(together),
        jobState(together, now),
        sealingKeyState(together),
        journalState(together, deps.keys, now),
        backupState(together, deps, now),
        siemState(together, receiversIn(deps.config.siem)),
        databaseState(together),
        lastCut(together, now),
      ]),
    ),
  ])
  const engine = engineOf(db)
  return {
    people,
    health: {
      database: engine,
      databaseBytes: Number(database.bytes),
      clockAheadMs: Math.round(clockSkew(databaseMs, now)),
      nodes: nodes.length,
      certificateExpiresAt: momentOf(deps.certificateExpiresAt()),
      silentNodes: nodes.filter(({ isSilent }) => isSilent).length,
      jobs: { lastAt: momentOf(jobs.lastAt), failing: jobs.failing },
      directoryCutAt: momentOf(cutAt),
    },
    mails: {
      transport: mails.transport,
      waiting: mails.waiting,
      failed: mails.failed,
      oldestAt: momentOf(mails.oldestAt),
      lastError: mails.lastError,
    },
    keys: keyState(deps, key),
    journal,
    backups,
    siem: siem.map(({ oldestAt, fault, ...state }) => ({
      ...state,
      oldestAt: momentOf(oldestAt),
      fault: fault && { code: fault.code, since: new Date(fault.since).toISOString() },
    })),
    version: {
      program: programVersion,
      node: process.versions.node,
      database: database.version,
      release: newestRelease(),
    },
  }
}

function newestRelease() {
  const [newest] = releases
  return {
    version: newest?.version ?? programVersion,
    date: newest?.date ?? '',
    title: newest?.features[0]?.title ?? '',
  }
}

function keyState(
  { keys: { keyring }, config }: Pick<StateDeps, 'keys' | 'config'>,
  named: Awaited<ReturnType<typeof sealingKeyState>>,
) {
  const isSet = (name: string) =>
    config.inForce.some(({ settings }) => settings.some((one) => one.name === name && one.isSet))
  const source = isSet('TROUSSEAU_ROOT_KEY')
    ? ('environment' as const)
    : isSet('TROUSSEAU_UNSEAL')
      ? ('passphrase' as const)
      : ('file' as const)
  return {
    source,
    fingerprint: named?.fingerprint ?? null,
    since: momentOf(named?.since ?? null),
    held: keyring.versions.length,
  }
}

async function countPeople(db: Kysely<Tables>, now: number) {
  const isActive = sql`u.state_id = ${userStates.active}`
  const { rows } = await sql<
    Record<'active' | 'blocked' | 'withoutFactor' | 'neverSignedIn', number | string | null>
  >`
    select sum(case when ${isActive} then 1 else 0 end) as "active",
           sum(case when u.blocked_until > ${now} then 1 else 0 end) as "blocked",
           sum(case when ${isActive} and ${hasNoFactor} then 1 else 0 end) as "withoutFactor",
           sum(case when ${isActive} and u.last_sign_in_at is null then 1 else 0 end) as "neverSignedIn"
      from users u where u.deleted_at is null`.execute(db)
  const [row] = rows
  return {
    active: Number(row?.active),
    blocked: Number(row?.blocked),
    withoutFactor: Number(row?.withoutFactor),
    neverSignedIn: Number(row?.neverSignedIn),
  }
}

async function journalState(db: Kysely<Tables>, keys: StateDeps['keys'], now: number) {
  const bytes =
    engineOf(db) === 'postgres' ? sql`pg_total_relation_size('journal')` : sql`cast(null as integer)`
  const { rows } = await sql<{ entries: number; lastDay: number | string; bytes: number | string | null }>`
    select coalesce((select max(seq) from journal) - (select min(seq) from journal) + 1, 0) as "entries",
           (select count(*) from (select at from journal order by seq desc limit ${countedEntries}) latest
             where at > ${now - dayMs}) as "lastDay",
           ${bytes} as "bytes"`.execute(db)
  const [row] = rows
  const check = await lastJournalCheck(db, keys)
  return {
    entries: Number(row?.entries),
    lastDay: Number(row?.lastDay),
    bytes: row?.bytes == null ? null : Number(row.bytes),
    check: check && { at: new Date(check.at).toISOString(), faults: check.faults },
  }
}

async function backupState(db: Kysely<Tables>, { keys, config }: StateDeps, now: number) {
  const { folder, everyMinutes } = config.backup
  const isScheduled = folder !== null
  const record = await backupRecord(db, keys, { now, isScheduled })
  const last = record?.last ?? null
  return {
    isScheduled,
    last: last && { at: new Date(last.at).toISOString(), bytes: last.bytes, chests: last.chests },
    failedAt: momentOf(record?.failedAt ?? null),
    isLate: isScheduled && record !== null && isLate(record, now),
    recent: everyMinutes === null ? null : await recentState(db, everyMinutes, now),
  }
}

async function recentState(db: Kysely<Tables>, everyMinutes: number, now: number) {
  const record = await recentRecord(db)
  return { at: momentOf(record.at), isLate: isRecentLate(record, everyMinutes, now) }
}

async function databaseState(db: Kysely<Tables>): Promise<{ version: string; bytes: number | string }> {
  const state =
    engineOf(db) === 'postgres'
      ? sql`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`
      : sql`select sqlite_version() as version, page_count * page_size as bytes
          from pragma_page_count(), pragma_page_size()`
  const { rows } = await sql<{ version: string; bytes: number | string }>`${state}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not tell its version')
  return row
}
