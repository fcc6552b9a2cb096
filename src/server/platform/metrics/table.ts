import { journalActions } from '#domain/platform/journal-actions.ts'

/**
 * The values that a label may have. `route`: the pattern of a route. `task`: the name of a background job. `version`: of a
 * program. None of them can hold what a person typed or is called.
 */
type LabelValues = readonly string[] | 'route' | 'status' | 'task' | 'version'
type Metric = {
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** For a person who reads the exposition; the unit is in the name. */
  readonly help: string
  readonly labels?: Readonly<Record<string, LabelValues>>
  /** The upper bounds of a histogram, in seconds. */
  readonly buckets?: readonly number[]
}

/** Requests of other methods are counted as `OTHER`: a caller may invent one. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'OTHER'] as const
/** The route of a request that matched none. */
export const noRoute = 'none'

const receivers = ['syslog', 'file'] as const
const actions = Object.keys(journalActions)

/** How the steps of a sign-in end, by the action that the journal records. */
export const signInOutcomes = {
  'sign-in.done': 'done',
  'sign-in.failed': 'failed',
  'sign-in.refused': 'refused',
  'sign-in.blocked': 'blocked',
  'sign-in.password-expired': 'expired',
  'sso.unknown': 'unknown',
} as const satisfies Partial<Record<keyof typeof journalActions, string>>

/** Every metric of Trousseau, besides those of the process and of Node. A name is never given another meaning. */
export const metricTable = {
  trousseau_build_info: {
    type: 'gauge',
    help: 'The version that runs; always 1.',
    labels: { version: 'version', node: 'version', engine: ['sqlite', 'postgres'] },
  },
  trousseau_sealed: { type: 'gauge', help: '1 while the node waits for its passphrase.' },
  trousseau_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the request to the end of its reply, by the pattern of the route and the status.',
    labels: { method: methods, route: 'route', status: 'status' },
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  trousseau_http_requests_in_flight: { type: 'gauge', help: 'Requests that are not answered yet.' },
  trousseau_memory_bytes: {
    type: 'gauge',
    help: 'Memory of the process by part; the index cache is a part of the buffers.',
    labels: { part: ['resident', 'heap', 'heap_used', 'external', 'buffers', 'index_cache'] },
  },
  trousseau_index_cache_bytes: { type: 'gauge', help: 'Memory of the decrypted indexes of chests.' },
  trousseau_index_cache_limit_bytes: { type: 'gauge', help: 'The limit that TROUSSEAU_INDEX_MEMORY sets.' },
  trousseau_index_cache_chests: { type: 'gauge', help: 'Chests whose index is in memory.' },
  trousseau_index_cache_hits_total: {
    type: 'counter',
    help: 'Indexes that were in memory when they were needed.',
  },
  trousseau_index_cache_misses_total: {
    type: 'counter',
    help: 'Indexes that had to be opened or brought up to date.',
  },
  trousseau_index_cache_evictions_total: { type: 'counter', help: 'Indexes that left memory to make room.' },
  trousseau_database_up: { type: 'gauge', help: '1 when the database answered the last question.' },
  trousseau_database_bytes: { type: 'gauge', help: 'The size of the database.' },
  trousseau_database_connections: {
    type: 'gauge',
    help: 'Connections of this node to PostgreSQL.',
    labels: { state: ['busy', 'idle'] },
  },
  trousseau_database_connections_limit: {
    type: 'gauge',
    help: 'The limit that TROUSSEAU_DATABASE_POOL sets.',
  },
  trousseau_database_waiting: {
    type: 'gauge',
    help: 'Requests that wait for a connection (PostgreSQL) or for the writer (SQLite).',
  },
  trousseau_database_commit_duration_seconds: {
    type: 'histogram',
    help: 'Time of a commit, until it is on the disk. On SQLite several transactions share one.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  },
  trousseau_nodes: {
    type: 'gauge',
    help: 'Nodes that recorded themselves in the database.',
    labels: { state: ['live', 'silent'] },
  },
  trousseau_mails: { type: 'gauge', help: 'Mails of the outbox.', labels: { state: ['waiting', 'failed'] } },
  trousseau_mail_oldest_timestamp_seconds: {
    type: 'gauge',
    help: 'When the oldest waiting mail was queued.',
  },
  trousseau_task_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a background job last ended, on any node.',
    labels: { task: 'task' },
  },
  trousseau_task_last_failure_timestamp_seconds: {
    type: 'gauge',
    help: 'When a background job last failed, on any node.',
    labels: { task: 'task' },
  },
  trousseau_tasks_failing: { type: 'gauge', help: 'Background jobs that failed at their last run.' },
  trousseau_sign_ins_total: {
    type: 'counter',
    help: 'Steps of sign-ins by their end; blocked: the account is locked.',
    labels: { outcome: [...new Set(Object.values(signInOutcomes))] },
  },
  trousseau_accounts_locked: { type: 'gauge', help: 'Accounts that are locked after wrong tries.' },
  trousseau_networks_held: { type: 'gauge', help: 'Networks whose unknown browsers wait after wrong tries.' },
  trousseau_journal_events_total: {
    type: 'counter',
    help: 'Events that this node wrote into the journal, by action.',
    labels: { action: actions, outcome: ['done', 'refused'] },
  },
  trousseau_journal_position: { type: 'gauge', help: 'The number of the last row of the journal.' },
  trousseau_journal_unsealed_rows: { type: 'gauge', help: 'Rows of the journal that no block binds yet.' },
  trousseau_journal_checkpoint_timestamp_seconds: {
    type: 'gauge',
    help: 'When the last checkpoint was signed.',
  },
  trousseau_journal_checkpoint_behind_rows: {
    type: 'gauge',
    help: 'Rows that are bound into blocks and that the last checkpoint does not have.',
  },
  trousseau_journal_check_timestamp_seconds: { type: 'gauge', help: 'When the journal was last verified.' },
  trousseau_journal_check_faults: { type: 'gauge', help: 'Faults that this verification found.' },
  trousseau_backup_last_proven_timestamp_seconds: {
    type: 'gauge',
    help: 'When the last backup was made and proven.',
  },
  trousseau_backup_awaited_timestamp_seconds: {
    type: 'gauge',
    help: 'Since when nightly backups are set; absent without them.',
  },
  trousseau_backup_recent_timestamp_seconds: {
    type: 'gauge',
    help: 'The moment that the newest backup of every few minutes is of; absent without them.',
  },
  trousseau_backup_recent_interval_seconds: {
    type: 'gauge',
    help: 'The time between two backups of every few minutes; absent without them.',
  },
  trousseau_siem_waiting: {
    type: 'gauge',
    help: 'Events that wait for a receiver.',
    labels: { receiver: receivers },
  },
  trousseau_siem_oldest_timestamp_seconds: {
    type: 'gauge',
    help: 'When the oldest waiting event was bound into a block.',
    labels: { receiver: receivers },
  },
  trousseau_siem_failing: {
    type: 'gauge',
    help: '1 while a receiver takes no events.',
    labels: { receiver: receivers },
  },
  trousseau_certificate_expiry_timestamp_seconds: {
    type: 'gauge',
    help: 'When a TLS certificate expires: that of this server, and the one that it shows to the SIEM; absent without.',
    labels: { certificate: ['server', 'siem'] },
  },
} as const satisfies Readonly<Record<string, Metric>>

export type MetricName = keyof typeof metricTable
export const metricRows = Object.entries(metricTable) as [MetricName, Metric][]

/** A value that is read when somebody asks, not counted as it happens. */
export type Sample = {
  readonly name: MetricName
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}
