import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { recentRecord } from '#server/platform/backups/recent-record.ts'
import { backupRecord } from '#server/platform/backups/record.ts'
import { engineOf, readTogether } from '#server/platform/database/engine.ts'
import type { Database } from '#server/platform/database/open.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { expiryOf } from '#server/platform/http/certificate.ts'
import { throttleLimitsOf } from '#server/platform/http/throttle.ts'
import { heldNetworks } from '#server/platform/http/held-networks.ts'
import { jobRuns } from '#server/platform/jobs/runs.ts'
import { lastBlock, type ChainState } from '#server/platform/journal/chain.ts'
import { lastJournalCheck } from '#server/platform/journal/nightly.ts'
import { programVersion } from '#server/platform/program.ts'
import { registeredNodes } from '#server/platform/root-keys/nodes.ts'
import { receiversIn, siemState } from '#server/platform/siem/cursors.ts'
import type { Sample } from './table.ts'

/** In milliseconds: for how long what SQL tells is kept, and how long a scrape waits for it. */
export const readingTimes = { keptMs: 10_000, waitMs: 2_000 } as const

type ReadingDeps = Pick<PlatformDeps, 'db' | 'pingDatabase' | 'keys' | 'clock' | 'outbox' | 'config'> & {
  readonly measureDatabase: Database['measure']
  /** The names of the background jobs of this version. */
  readonly tasks: readonly string[]
  /** When the certificate expires, in milliseconds; null without one. */
  readonly certificateExpiresAt: () => number | null
}

const seconds = (ms: number): number => ms / 1_000

/** Returns the samples of a name for the values that are known. */
const known = (
  name: Sample['name'],
  value: number | null | undefined,
  labels: Sample['labels'] = {},
): Sample[] => (value === null || value === undefined ? [] : [{ name, value, labels }])

/** Returns a function that reads all samples. What the database tells is read once in some seconds, however many ask. */
export function createReadings(
  deps: ReadingDeps,
  times: { keptMs: number; waitMs: number } = readingTimes,
): () => Promise<Sample[]> {
  let last: { readonly until: number; readonly samples: Promise<Sample[]> } | undefined

  /** Shared, so that scrapes do not queue up behind a database that does not answer. */
  const stored = (): Promise<Sample[]> => {
    if (last && performance.now() < last.until) return last.samples
    const samples = fromDatabase(deps)
    const mine = { until: Number.POSITIVE_INFINITY, samples }
    last = mine
    const end = (keptMs: number) => {
      if (last === mine) last = { ...mine, until: performance.now() + keptMs }
    }
    // A database that was away is asked again at the next scrape.
    samples.then(
      () => end(times.keptMs),
      () => end(0),
    )
    return samples
  }

  return async () => {
    const late = new AbortController()
    try {
      const fresh = await Promise.race([
        stored(),
        pause(times.waitMs, undefined, { signal: late.signal }).then(() => null),
      ])
      const up = known('trousseau_database_up', fresh === null ? 0 : 1)
      return [...ofThisNode(deps), ...up, ...(fresh ?? [])]
    } catch {
      return [...ofThisNode(deps), ...known('trousseau_database_up', 0)]
    } finally {
      late.abort()
    }
  }
}

/** What is known without asking the database. */
function ofThisNode({ db, keys, config, measureDatabase, certificateExpiresAt }: ReadingDeps): Sample[] {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const { connections, waiting } = measureDatabase()
  const expiresAt = certificateExpiresAt()
  const client = clientExpiryOf(config.siem)
  const certificate = 'trousseau_certificate_expiry_timestamp_seconds'
  const parts = { resident: rss, heap: heapTotal, heap_used: heapUsed, external, buffers: arrayBuffers }
  return [
    ...known('trousseau_build_info', 1, {
      version: programVersion,
      node: process.versions.node,
      engine: engineOf(db),
    }),
    ...known('trousseau_sealed', keys.isSealed ? 1 : 0),
    ...Object.entries(parts).flatMap(([part, value]) => known('trousseau_memory_bytes', value, { part })),
    ...known('trousseau_database_waiting', waiting),
    ...known('trousseau_database_connections', connections && connections.open - connections.idle, {
      state: 'busy',
    }),
    ...known('trousseau_database_connections', connections?.idle, { state: 'idle' }),
    ...known('trousseau_database_connections_limit', connections?.limit),
    ...known(certificate, expiresAt && seconds(expiresAt), { certificate: 'server' }),
    ...known(certificate, client && seconds(client), { certificate: 'siem' }),
  ]
}

/** Returns when the certificate that the SIEM is shown expires; null without one, or while it cannot be read. */
function clientExpiryOf({ syslog }: ReadingDeps['config']['siem']): number | null {
  const client = syslog?.tls?.client
  try {
    return client ? expiryOf(readFileSync(client.certFile, 'utf8')) : null
  } catch {
    return null
  }
}

async function fromDatabase(deps: ReadingDeps): Promise<Sample[]> {
  const { db, keys, clock, config } = deps
  const now = clock()
  await deps.pingDatabase()
  const [mails, [sizes, nodes, runs, journal, check, backup, recent, siem, held]] = await Promise.all([
    deps.outbox.state(),
    readTogether(db, (together) =>
      Promise.all([
        readSizes(together, now),
        registeredNodes(together),
        jobRuns(together),
        readJournal(together),
        lastJournalCheck(together, keys),
        backupRecord(together, keys, { now, isScheduled: config.backup.folder !== null }),
        recentRecord(together),
        siemState(together, receiversIn(config.siem)),
        heldNetworks(together, { limits: throttleLimitsOf(config), now }),
      ]),
    ),
  ])
  const own = runs.filter(({ name }) => deps.tasks.includes(name))
  const silent = nodes.filter(({ isSilent }) => isSilent).length
  return [
    ...known('trousseau_database_bytes', sizes.bytes),
    ...known('trousseau_nodes', nodes.length - silent, { state: 'live' }),
    ...known('trousseau_nodes', silent, { state: 'silent' }),
    ...known('trousseau_mails', mails.waiting, { state: 'waiting' }),
    ...known('trousseau_mails', mails.failed, { state: 'failed' }),
    ...known('trousseau_mail_oldest_timestamp_seconds', mails.oldestAt && seconds(mails.oldestAt)),
    ...own.flatMap(({ name: task, done, failed }) => [
      ...known('trousseau_task_last_success_timestamp_seconds', done && seconds(done), { task }),
      ...known('trousseau_task_last_failure_timestamp_seconds', failed && seconds(failed), { task }),
    ]),
    ...known('trousseau_tasks_failing', own.filter(({ done, failed }) => (failed ?? 0) > (done ?? 0)).length),
    ...known('trousseau_accounts_locked', sizes.locked),
    ...known('trousseau_networks_held', held.total),
    ...journal,
    ...known('trousseau_journal_check_timestamp_seconds', check && seconds(check.at)),
    ...known('trousseau_journal_check_faults', check?.faults),
    ...known('trousseau_backup_last_proven_timestamp_seconds', backup?.last && seconds(backup.last.at)),
    ...known(
      'trousseau_backup_awaited_timestamp_seconds',
      config.backup.folder === null ? null : backup?.awaitedAt && seconds(backup.awaitedAt),
    ),
    ...known(
      'trousseau_backup_recent_timestamp_seconds',
      config.backup.everyMinutes === null ? null : recent.at && seconds(recent.at),
    ),
    ...known(
      'trousseau_backup_recent_interval_seconds',
      config.backup.everyMinutes === null ? null : config.backup.everyMinutes * 60,
    ),
    ...siem.flatMap(({ receiver, waiting, oldestAt, fault }) => [
      ...known('trousseau_siem_waiting', waiting, { receiver }),
      ...known('trousseau_siem_oldest_timestamp_seconds', oldestAt && seconds(oldestAt), { receiver }),
      ...known('trousseau_siem_failing', fault ? 1 : 0, { receiver }),
    ]),
  ]
}

async function readSizes(db: Kysely<Tables>, now: number): Promise<{ bytes: number; locked: number }> {
  const bytes =
    engineOf(db) === 'postgres'
      ? sql`pg_database_size(current_database())`
      : sql`(select page_count * page_size from pragma_page_count(), pragma_page_size())`
  const { rows } = await sql<{ bytes: number | string; locked: number | string }>`
    select ${bytes} as "bytes",
      (select count(*) from users where deleted_at is null and blocked_until > ${now}) as "locked"`.execute(
    db,
  )
  return { bytes: Number(rows[0]?.bytes), locked: Number(rows[0]?.locked) }
}

async function readJournal(db: Kysely<Tables>): Promise<Sample[]> {
  const { last } = await db
    .selectFrom('journal')
    .select((row) => row.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  const block = await lastBlock(db)
  const checkpoint = await db
    .selectFrom('journal_checkpoints')
    .select(['at', 'size'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
  const position = Number(last ?? 0)
  const bound = block ? (JSON.parse(block.state) as ChainState).last : 0
  return [
    ...known('trousseau_journal_position', position),
    ...known('trousseau_journal_unsealed_rows', Math.max(0, position - bound)),
    ...known('trousseau_journal_checkpoint_timestamp_seconds', checkpoint && seconds(checkpoint.at)),
    ...known('trousseau_journal_checkpoint_behind_rows', (block?.size ?? 0) - (checkpoint?.size ?? 0)),
  ]
}
