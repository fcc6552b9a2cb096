import { createRequire } from 'node:module'
import { absenceLimits } from '#domain/identity/directory-absences.ts'
import { configTexts } from '#texts/platform/server.ts'
import { readAuthorities } from '#server/platform/authorities.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { GetSetting, SettingName } from '#server/platform/settings-table.ts'

/** The directory (LDAP, Active Directory) that keeps the passwords of some accounts. */
export type DirectorySettings = {
  /** The identifier in `users.ad_id`; the settings define one directory. */
  readonly id: number
  /** The name shown on screens. */
  readonly name: string
  readonly host: string
  readonly port: number
  /** TLS from the first byte (ldaps), or StartTLS before anything else. There is no mode without TLS. */
  readonly tls: 'immediate' | 'starttls'
  /** The service account that searches. */
  readonly bindDn: string
  readonly bindPassword: Secret<string>
  readonly baseDn: string
  /** RFC 4515, with `{login}` for the name to look for; characters beyond ASCII are not escaped. */
  readonly userFilter: string
  /** Whether the primary group of a person counts as one of their groups (Active Directory). */
  readonly countsPrimaryGroup: boolean
  /** Days after which an account whose entry is gone or disabled is deactivated; null for never. */
  readonly deactivateAfterDays: number | null
  /** Returns the certificates (PEM) trusted instead of the system's own, as their file has them now; null for those. */
  readonly authorities: () => string | null
  /** The time limit of all requests of one sign-in, in milliseconds. */
  readonly timeoutMs: number
}

type Refuse = (sentence: string) => never

/** The placeholder of the login in a filter. */
export const loginPlaceholder = '{login}'
const usualFilter = `(&(|(objectClass=person)(objectClass=user))(|(sAMAccountName=${loginPlaceholder})(uid=${loginPlaceholder})))`

const directoryId = 1
const ports = { 'ldaps:': 636, 'ldap:': 389 } as const
const usualTimeoutSeconds = '5'

const others = [
  'LDAP_NAME',
  'LDAP_BIND_DN',
  // The file first: it is also what the password is read from.
  'LDAP_BIND_PASSWORD_FILE',
  'LDAP_BIND_PASSWORD',
  'LDAP_BASE_DN',
  'LDAP_USER_FILTER',
  'LDAP_PRIMARY_GROUP',
  'LDAP_DEACTIVATE_DAYS',
  'LDAP_CA_FILE',
  'LDAP_TIMEOUT_SECONDS',
] as const

/** Reads the settings of the directory; null when there is none. Makes no connection. */
export function readDirectorySettings(get: GetSetting, refuse: Refuse): DirectorySettings | null {
  const text = get('LDAP_URL')
  if (text === undefined) {
    const alone = others.find((name) => get(name) !== undefined)
    return alone === undefined ? null : refuse(configTexts.ldapAlone(alone))
  }
  const required = (name: SettingName): string => get(name) ?? refuse(configTexts.ldapMissing(name))
  const { host, port, tls } = readUrl(text) ?? refuse(configTexts.ldapUrl(text))
  const baseDn = required('LDAP_BASE_DN')
  if (!isDn(baseDn)) refuse(configTexts.ldapDn('LDAP_BASE_DN', baseDn))
  const bindDn = required('LDAP_BIND_DN')
  if (!isDn(bindDn) && !isActiveDirectoryName(bindDn)) refuse(configTexts.ldapBindDn(bindDn))
  const userFilter = readFilter(get('LDAP_USER_FILTER') ?? usualFilter, refuse)
  const primaryGroup = get('LDAP_PRIMARY_GROUP') ?? 'off'
  if (primaryGroup !== 'on' && primaryGroup !== 'off')
    refuse(configTexts.onOrOff('LDAP_PRIMARY_GROUP', primaryGroup))
  const name = get('LDAP_NAME') ?? domainOf(baseDn) ?? host
  if (name.length > longestName || /\p{Cc}/u.test(name)) refuse(configTexts.ldapName)
  const seconds = get('LDAP_TIMEOUT_SECONDS') ?? usualTimeoutSeconds
  if (!/^[1-9]\d?$/.test(seconds) || Number(seconds) > 60) refuse(configTexts.ldapTimeout(seconds))
  return {
    id: directoryId,
    name,
    host,
    port,
    tls,
    bindDn,
    bindPassword: readPassword(get, refuse),
    baseDn,
    userFilter,
    countsPrimaryGroup: primaryGroup === 'on',
    deactivateAfterDays: readDays(get('LDAP_DEACTIVATE_DAYS'), refuse),
    authorities: authoritiesOf(get('LDAP_CA_FILE'), refuse),
    timeoutMs: Number(seconds) * 1000,
  }
}

const longestName = 100

function readDays(text: string | undefined, refuse: Refuse): number | null {
  if (text === undefined) return null
  const days = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN
  const { fewestDays, mostDays } = absenceLimits
  return days >= fewestDays && days <= mostDays
    ? days
    : refuse(configTexts.ldapDeactivateDays(text, fewestDays, mostDays))
}

function readUrl(text: string): Pick<DirectorySettings, 'host' | 'port' | 'tls'> | null {
  const url = URL.parse(text)
  if (!url || !(url.protocol === 'ldap:' || url.protocol === 'ldaps:') || url.hostname === '') return null
  if (url.username || url.password || !['', '/'].includes(url.pathname) || url.search || url.hash) return null
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? ports[url.protocol] : Number(url.port),
    tls: url.protocol === 'ldaps:' ? 'immediate' : 'starttls',
  }
}

function readPassword(get: GetSetting, refuse: Refuse): Secret<string> {
  // Never an empty password: it would be an anonymous bind (RFC 4513 §5.1.2), which a directory may report as a success.
  return new Secret(get('LDAP_BIND_PASSWORD') ?? refuse(configTexts.ldapPassword))
}

/** Returns a function that reads the authorities again for each connection, so that a renewed file needs no restart. */
/** The machine's own authorities. */
const machineAuthorities = (): null => null

function authoritiesOf(file: string | undefined, refuse: Refuse): () => string | null {
  if (file === undefined) return machineAuthorities
  const read = readAuthorities(file)
  const { ldapAuthorities, authoritiesInDer } = configTexts
  if (!('pem' in read))
    return refuse(read.fault === 'der' ? authoritiesInDer('LDAP_CA_FILE', file) : ldapAuthorities(file))
  let used = read.pem
  return () => {
    const found = readAuthorities(file)
    // A file that is being written is none: the former authorities stay.
    if ('pem' in found) used = found.pem
    return used
  }
}

/** Whether a text has the form `ou=people,dc=exemple,dc=fr`. The directory validates the rest. */
const isDn = (text: string): boolean => /^[A-Za-z][\w.-]*\s*=[^\0]+$/.test(text)

/** Whether a text has one of the forms that Active Directory binds as well: name@exemple.fr, EXEMPLE\name. */
const isActiveDirectoryName = (text: string): boolean =>
  /^(?:[^\s\\/@=,]+@[\w-]+(?:\.[\w-]+)*|[\w.-]+\\[^\\/@=,\0]+)$/.test(text)

/** dc=exemple,dc=fr → exemple.fr */
function domainOf(dn: string): string | null {
  const parts = [...dn.matchAll(/(?:^|,)\s*dc\s*=\s*([^,\\]+)/gi)].map((match) => match[1]?.trim())
  return parts.length === 0 ? null : parts.join('.')
}

function readFilter(text: string, refuse: Refuse): string {
  if (!/^(?:[^\\]|\\[\da-f]{2})*$/is.test(text)) return refuse(configTexts.ldapFilterEscape(text))
  const filter = withCharacters(text) ?? refuse(configTexts.ldapFilterBytes(text))
  return isUserFilter(filter) && isParsed(filter) ? filter : refuse(configTexts.ldapFilter(text))
}

/**
 * Returns a filter whose escaped UTF-8 (RFC 4515 §3: `\c3\a9`) is characters, since the library takes each byte for one of
 * its own (ldapts 9.2, `_unescapeHexValues`); null for bytes that are not UTF-8. Syntax is ASCII: none appears.
 */
function withCharacters(filter: string): string | null {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  try {
    return filter.replace(/(?:\\[89a-f][\da-f])+/gi, (bytes) =>
      utf8.decode(Buffer.from(bytes.replaceAll('\\', ''), 'hex')),
    )
  } catch {
    return null
  }
}

/** Whether the library that searches parses a filter. It is loaded here for installations with a directory only. */
function isParsed(filter: string): boolean {
  const { FilterParser } = createRequire(import.meta.url)('ldapts') as typeof import('ldapts')
  try {
    FilterParser.parseString(filter)
    return true
  } catch {
    return false
  }
}

const leaf = /\([A-Za-z][\w.;-]*(?::dn)?(?::[\w.-]+:)?[~<>]?=[^()\0]*\)/g

const isEquality = /^\([\w.;-]+=[^*]*\)$/
const longestFilter = 2_000

/** Whether a text is one filter (RFC 4515) on the login: inner conditions are folded until one is left. */
function isUserFilter(text: string): boolean {
  if (text.length > longestFilter) return false
  const asking = (text.match(leaf) ?? []).filter((condition) => condition.includes(loginPlaceholder))
  // A wildcard beside the login would find a person by a part of a name.
  if (asking.length === 0 || !asking.every((condition) => isEquality.test(condition))) return false
  let folded = text.replace(leaf, '#')
  for (let before = ''; before !== folded;) {
    before = folded
    folded = folded.replace(/\((?:[&|]#+|!#)\)/g, '#')
  }
  return folded === '#'
}
