import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { sessionLimits } from '#domain/platform/limits.ts'
import { configTexts } from '#texts/platform/server.ts'
import { readDirectorySettings } from './identity/directory/settings.ts'
import { inactivityPolicies, type InactivityPolicy } from './platform/settings.ts'
import { mailCodePolicies, type IdentitySettings, type MailCodePolicy } from './identity/settings.ts'
import { keyFileOf, type KeySettings } from './platform/crypto/key-sources.ts'
import { readBackupSettings } from './platform/backups/settings.ts'
import { readDocuments, readLinks } from './platform/documents/settings.ts'
import type { PostgresOptions } from './platform/database/postgres-connection.ts'
import { hostsOf } from './platform/database/postgres-url.ts'
import { isLoopback, readSender, readSmtpUrl, type Sender } from './platform/mail/settings.ts'
import { readMetricsSettings, type MetricsSettings } from './platform/metrics/settings.ts'
import { readSiemSettings } from './platform/siem/settings.ts'
import { readSsoSettings } from './identity/sso/settings.ts'
import { withSecretFiles } from './platform/secret-files.ts'
import { settingsInForce } from './platform/settings-in-force.ts'
import { settingRows, type GetSetting, type SettingName } from './platform/settings-table.ts'

export type DatabaseConfig = { readonly kind: 'sqlite' } | ({ readonly kind: 'postgres' } & PostgresOptions)

/** The validated settings. */
export type Config = IdentitySettings &
  KeySettings & {
    readonly host: string
    readonly port: number
    readonly publicUrl: string
    readonly database: DatabaseConfig
    /** For how long a start waits for PostgreSQL. */
    readonly databaseWaitMs: number
    readonly logLevel: string
    /** How long a node serves after SIGTERM while it already reports itself as not ready. */
    readonly drainMs: number
    /** Null: no metrics. */
    readonly metrics: MetricsSettings | null
    /** Whether requests are traced; the packages of OpenTelemetry read the rest of its variables. */
    readonly traces: boolean
  }

/** A setting that cannot be used: its sentence stops the start. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

const known = settingRows.map(({ name }) => name)

const folded = (name: string): string => name.replaceAll('_', '').toUpperCase()
const byFolded = new Map(known.map((name) => [folded(name), name]))

/**
 * Refuses a misspelt name of a setting. Hosts have variables of other programs: a name without our prefix is
 * only refused when it differs in case and underscores.
 */
function refuseMisspelt(name: string): void {
  if (known.includes(name) || name.startsWith('TROUSSEAU_TEST_')) return
  const meant = byFolded.get(folded(name))
  if (meant !== undefined) refuse(configTexts.misspelt(name, meant))
  if (name.startsWith('TROUSSEAU_')) refuse(configTexts.unknown(name))
}

/**
 * Reads the settings from the environment; an empty one counts as unset.
 * @throws ConfigError with a French sentence that states the fault and its correction
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  Object.keys(env).forEach(refuseMisspelt)
  const get = withSecretFiles((name) => env[name]?.trim() || undefined, refuse)
  const host = get('TROUSSEAU_HOST') ?? '127.0.0.1'
  if (host !== 'localhost' && isIP(host) === 0) throw new ConfigError(configTexts.host(host))
  const port = integer('TROUSSEAU_PORT', get('TROUSSEAU_PORT') ?? '8420', 0, 65_535)
  const tls = readTls(get('TROUSSEAU_TLS_CERT'), get('TROUSSEAU_TLS_KEY'))
  const publicUrl = readPublicUrl(get('TROUSSEAU_PUBLIC_URL'), host, port, tls !== null)
  const rootKeyFile = get('TROUSSEAU_ROOT_KEY_FILE')
  const rootKey = get('TROUSSEAU_ROOT_KEY')
  const unseal = get('TROUSSEAU_UNSEAL')
  if (unseal !== undefined && unseal !== 'passphrase') throw new ConfigError(configTexts.unseal(unseal))
  if ([rootKeyFile, rootKey, unseal].filter(Boolean).length > 1)
    throw new ConfigError(configTexts.oneKeySource)
  const level = get('TROUSSEAU_LOG') ?? 'info'
  if (!logLevels.includes(level)) throw new ConfigError(configTexts.logLevel(level, logLevels))
  const proxies = (get('TROUSSEAU_TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const widest = { 4: 32, 6: 128 }[isIP(address)]
    // A network of all addresses would trust every client: no proxy is meant by it.
    const isNetwork = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (widest ?? 0))
    if (widest === undefined || !isNetwork) throw new ConfigError(configTexts.proxy(proxy))
  }
  const minutes = integer('TROUSSEAU_INACTIVITY_MINUTES', get('TROUSSEAU_INACTIVITY_MINUTES') ?? '15', 1, 720)
  const directory = readDirectorySettings(get, refuse)
  const database = readDatabase(get)
  // With SQLite there is no second node that could serve meanwhile.
  const drainSeconds = get('TROUSSEAU_DRAIN_SECONDS') ?? (database.kind === 'sqlite' ? '0' : '10')
  const dataFolder = resolve(get('TROUSSEAU_DATA') ?? './data')
  const keyPlace: Omit<KeySettings, 'dataFolder'> = {
    rootKeyFile: rootKeyFile ? resolve(rootKeyFile) : null,
    rootKey: rootKey ?? null,
    unseal: unseal ?? null,
  }
  return {
    dataFolder,
    host,
    port,
    publicUrl: publicUrl.origin,
    publicOrigin: publicUrl.origin,
    https: publicUrl.protocol === 'https:',
    secureCookies: !(publicUrl.protocol === 'http:' && isLoopback(publicUrl.hostname)),
    database,
    databaseWaitMs:
      1_000 *
      integer('TROUSSEAU_DATABASE_WAIT_SECONDS', get('TROUSSEAU_DATABASE_WAIT_SECONDS') ?? '60', 0, 3_600),
    ...keyPlace,
    rootKeyPath: keyFileOf({ dataFolder, ...keyPlace }),
    rootKeySource: unseal !== undefined ? 'passphrase' : rootKey !== undefined ? 'environment' : 'file',
    trustedProxies: proxies,
    networkTries: integer('TROUSSEAU_NETWORK_TRIES', get('TROUSSEAU_NETWORK_TRIES') ?? '100', 10, 10_000),
    alertReadings: integer('TROUSSEAU_ALERT_READINGS', get('TROUSSEAU_ALERT_READINGS') ?? '30', 1, 100_000),
    alertMails: onOrOff('TROUSSEAU_ALERT_MAILS', get('TROUSSEAU_ALERT_MAILS') ?? 'on'),
    tls,
    logLevel: level,
    drainMs: integer('TROUSSEAU_DRAIN_SECONDS', drainSeconds, 0, 300) * 1_000,
    inactivityMs: get('TROUSSEAU_INACTIVITY_MINUTES') ? minutes * 60_000 : sessionLimits.inactivityMs,
    inactivity: readInactivity(get('TROUSSEAU_INACTIVITY') ?? 'lock'),
    indexMemoryBytes:
      integer('TROUSSEAU_INDEX_MEMORY', get('TROUSSEAU_INDEX_MEMORY') ?? '256', 16, 65_536) * 1024 * 1024,
    attachmentBytes: {
      file: mebibytes('TROUSSEAU_ATTACHMENT_MIB', get, '10', 100),
      item: mebibytes('TROUSSEAU_ATTACHMENT_ITEM_MIB', get, '50', 10_000),
      bank: mebibytes('TROUSSEAU_ATTACHMENT_BANK_MIB', get, '1024', 1_000_000),
    },
    journalMonths: readJournalMonths(get),
    allowsShare: onOrOff('TROUSSEAU_DATA_ON_SHARE', get('TROUSSEAU_DATA_ON_SHARE') ?? 'off'),
    clearExports: onOrOff('TROUSSEAU_CLEAR_EXPORTS', get('TROUSSEAU_CLEAR_EXPORTS') ?? 'on'),
    recoveryShares: onOrOff('TROUSSEAU_RECOVERY_SHARES', get('TROUSSEAU_RECOVERY_SHARES') ?? 'off'),
    mailCode: readMailCode(get('TROUSSEAU_MAIL_CODE') ?? 'users'),
    passwordMaxDays: readMaxDays(get('TROUSSEAU_PASSWORD_MAX_DAYS')),
    asksForPasswordFloor: readFloor(get('TROUSSEAU_PASSWORD_FLOOR') ?? 'off'),
    directory,
    directories: directory ? [{ id: directory.id, ad: directory.name }] : [],
    sso: readSsoSettings(get, refuse),
    siem: readSiemSettings(get, refuse),
    backup: readBackupSettings(get, refuse, database.kind),
    metrics: readMetricsSettings(get, refuse),
    traces: readTraces(get),
    ...readMail(get('SMTP_URL'), get('TROUSSEAU_MAIL_FROM')),
    documents: readDocuments(get, refuse),
    links: readLinks(get, refuse),
    inForce: settingsInForce(get),
  }
}

const readTraces = (get: GetSetting): boolean =>
  get('OTEL_SDK_DISABLED') !== 'true' &&
  (get('OTEL_EXPORTER_OTLP_ENDPOINT') ?? get('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')) !== undefined

const refuse = (sentence: string): never => {
  throw new ConfigError(sentence)
}

function integer(name: SettingName, text: string, minimum: number, maximum: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < minimum || value > maximum)
    throw new ConfigError(configTexts.integer(name, text, minimum, maximum))
  return value
}

const mebibytes = (name: SettingName, get: GetSetting, unset: string, maximum: number): number =>
  integer(name, get(name) ?? unset, 1, maximum) * 1_048_576

function readJournalMonths(get: GetSetting): Config['journalMonths'] {
  const months = (name: SettingName, unset: string) => integer(name, get(name) ?? unset, 6, 60)
  const others = months('TROUSSEAU_JOURNAL_MONTHS', '12')
  const secrets = months('TROUSSEAU_JOURNAL_SECRETS_MONTHS', String(others))
  if (secrets < others) throw new ConfigError(configTexts.journalMonths(secrets, others))
  return { secrets, others }
}

function readInactivity(text: string): InactivityPolicy {
  const policy = inactivityPolicies.find((known) => known === text)
  if (policy === undefined) throw new ConfigError(configTexts.inactivity(text, inactivityPolicies))
  return policy
}

function readMailCode(text: string): MailCodePolicy {
  const policy = mailCodePolicies.find((known) => known === text)
  if (policy === undefined) throw new ConfigError(configTexts.mailCode(text, mailCodePolicies))
  return policy
}

const readMaxDays = (text: string | undefined): number | null =>
  text === undefined ? null : integer('TROUSSEAU_PASSWORD_MAX_DAYS', text, 1, 3_650)

function readFloor(text: string): boolean {
  if (text !== 'ask' && text !== 'off') throw new ConfigError(configTexts.passwordFloor(text))
  return text === 'ask'
}

function onOrOff(name: SettingName, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new ConfigError(configTexts.onOrOff(name, text))
  return text === 'on'
}

/** Whether a browser stores the session's cookies: over plain http only from localhost. */
export const keepsCookies = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || isLoopback(hostname)

function readPublicUrl(text: string | undefined, host: string, port: number, tls: boolean): URL {
  const bracketed = host.includes(':') ? `[${host}]` : host
  const url = URL.parse(text ?? `${tls ? 'https' : 'http'}://${bracketed}:${port}`)
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username ||
    url.password ||
    url.pathname !== '/' ||
    url.search ||
    url.hash
  ) {
    throw new ConfigError(configTexts.publicUrl(text ?? ''))
  }
  if (text !== undefined && !keepsCookies(url)) throw new ConfigError(configTexts.publicUrlPlain(text))
  return url
}

/** Files need no reachable sender; a mail server requires one that it lets send. */
const fileSender: Sender = { name: 'Trousseau', address: 'trousseau@localhost' }

function readMail(url: string | undefined, from: string | undefined): Pick<Config, 'smtp' | 'mailFrom'> {
  const smtp = url === undefined ? null : readSmtpUrl(url)
  if (url !== undefined && smtp === null) throw new ConfigError(configTexts.smtpUrl)
  if (from === undefined && smtp !== null) throw new ConfigError(configTexts.mailFromMissing)
  const sender = from === undefined ? fileSender : readSender(from, fileSender.name)
  if (sender === null) throw new ConfigError(configTexts.mailFrom(from ?? ''))
  return { smtp, mailFrom: sender }
}

function readDatabase(get: GetSetting): DatabaseConfig {
  const url = get('DATABASE_URL')
  const number = (name: SettingName, unset: string, minimum: number, maximum: number): number =>
    integer(name, get(name) ?? unset, minimum, maximum)
  const options = {
    isPooled: onOrOff('TROUSSEAU_DATABASE_PGBOUNCER', get('TROUSSEAU_DATABASE_PGBOUNCER') ?? 'off'),
    poolSize: number('TROUSSEAU_DATABASE_POOL', '10', 3, 500),
    connectMs: 1_000 * number('TROUSSEAU_DATABASE_CONNECT_SECONDS', '3', 1, 60),
    acquireMs: 1_000 * number('TROUSSEAU_DATABASE_ACQUIRE_SECONDS', '10', 1, 120),
    statementMs: 1_000 * number('TROUSSEAU_DATABASE_STATEMENT_SECONDS', '30', 5, 3_600),
    lockMs: 1_000 * number('TROUSSEAU_DATABASE_LOCK_SECONDS', '20', 1, 3_600),
  }
  if (url === undefined) return { kind: 'sqlite' }
  // A socket's folder is in the query: postgres:///base?host=/run/postgresql
  const isHost = (one: string): boolean => {
    const parsed = URL.parse(one)
    return parsed !== null && (parsed.host !== '' || Boolean(parsed.searchParams.get('host')))
  }
  if (!/^postgres(ql)?:\/\//.test(url) || !hostsOf(url).every(isHost))
    throw new ConfigError(configTexts.database)
  return { kind: 'postgres', url, ...options }
}

function readTls(cert: string | undefined, key: string | undefined): Config['tls'] {
  if (!cert && !key) return null
  if (!cert || !key) throw new ConfigError(configTexts.tlsPair)
  const files = { cert: resolve(cert), key: resolve(key) }
  try {
    createSecureContext({ cert: readFileSync(files.cert), key: readFileSync(files.key) })
  } catch (error) {
    throw new ConfigError(configTexts.tlsFiles(files.cert, files.key), { cause: error })
  }
  return files
}
