import { isIP } from 'node:net'
import { programVersion } from '#server/platform/program.ts'
import { fitted, type SiemEvent, type SiemSeverity } from './events.ts'
import type { SiemFormat } from './settings.ts'

/** An event as text, in one line. */
type Write = (event: SiemEvent) => string

/** The severities of syslog (RFC 5424, table 2) and of CEF (0 to 10). */
const levels: Readonly<Record<SiemSeverity, { readonly syslog: number; readonly cef: number }>> = {
  info: { syslog: 6, cef: 3 },
  notice: { syslog: 5, cef: 5 },
  alert: { syslog: 4, cef: 8 },
  critical: { syslog: 2, cef: 10 },
}

/** Control characters would end or split a line at receivers. */
const control = /\p{Cc}/gu

const headerText = (text: string): string =>
  text
    .toWellFormed()
    .replace(control, ' ')
    .replace(/[\\|]/g, String.raw`\$&`)
const extensionText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\\=]/g, String.raw`\$&`)
    .replace(/\n/g, String.raw`\n`)
    .replace(/\r/g, String.raw`\r`)
    .replace(control, ' ')

/** Common Event Format, version 0, with the names of its dictionary. */
function cef(event: SiemEvent): string {
  const { id, action, severity, group, outcome, actor, session, ip, chest, objects, shortened } = event
  const address = ip === null ? 0 : isIP(ip)
  const extension: Record<string, string | number | false | null | undefined> = {
    rt: Date.parse(event.at),
    externalId: id,
    cat: group,
    outcome: outcome === 'done' ? 'success' : 'failure',
    suid: actor?.id,
    suser: actor?.login,
    src: address === 4 && ip,
    c6a2: address === 6 && ip,
    c6a2Label: address === 6 && 'Source IPv6 Address',
    cn1: event.seq,
    cn1Label: event.seq !== null && 'seq',
    cn2: chest,
    cn2Label: chest !== null && 'chest',
    cs1: Object.keys(objects).length > 0 && JSON.stringify(objects),
    cs1Label: Object.keys(objects).length > 0 && 'objects',
    cs2: session,
    cs2Label: session !== null && 'session',
    cs3: shortened?.join(','),
    cs3Label: shortened && 'shortened',
  }
  const header = ['Trousseau', 'Trousseau', programVersion, action, action].map(headerText)
  const pairs = Object.entries(extension)
    .filter(([, value]) => value !== undefined && value !== null && value !== false)
    .map(([key, value]) => `${key}=${extensionText(String(value))}`)
  return `CEF:0|${header.join('|')}|${levels[severity].cef}|${pairs.join(' ')}`
}

const writers: Readonly<Record<SiemFormat, Write>> = { json: (event) => JSON.stringify(event), cef }

/**
 * A receiver has to take 2,048 bytes, and should take 8,192 (RFC 5425 §4.3.1). rsyslog splits messages of more than 8,096
 * bytes, its `maxMessageSize`, unless it is told otherwise.
 */
export const messageBytes = 8_000

/** Returns an event as a line of a file. */
export const lineOf = (format: SiemFormat, event: SiemEvent): string =>
  `${fitted(event, messageBytes, writers[format])}\n`

/** 13: log audit (RFC 5424, table 1). */
const facility = 13
/** The number of an enterprise that names our structured data; 32473 is the one for whoever has none (RFC 5612). */
const structuredId = 'trousseau@32473'

/** Escapes a value of structured data (RFC 5424 §6.3.3). */
export const parameter = (text: string): string =>
  text
    .toWellFormed()
    .replace(control, ' ')
    .replace(/["\\\]]/g, String.raw`\$&`)

/** Returns the characters that a header may have, or `-` for none. */
const printable = (text: string, longest: number): string =>
  text.replace(/[^\x21-\x7e]/g, '').slice(0, longest) || '-'

/** Returns an event as a message of RFC 5424. @param host the name of the installation */
export function syslogMessage(format: SiemFormat, host: string, event: SiemEvent): string {
  const { id, at, action, severity, outcome, seq } = event
  const priority = facility * 8 + levels[severity].syslog
  const process = /^([0-9a-f]{12})-/.exec(id)?.[1] ?? '-'
  const data = Object.entries({ id, ...(seq !== null && { seq: String(seq) }), outcome })
    .map(([name, value]) => `${name}="${parameter(value)}"`)
    .join(' ')
  const header = [`<${priority}>1`, at, printable(host, 255), 'trousseau', process, printable(action, 32)]
  const before = `${header.join(' ')} [${structuredId} ${data}] `
  return before + fitted(event, messageBytes - Buffer.byteLength(before), writers[format])
}

/** Returns a message with its length in bytes before it (octet counting, RFC 5425 §4.3). */
export const framed = (message: string): string => `${Buffer.byteLength(message)} ${message}`
