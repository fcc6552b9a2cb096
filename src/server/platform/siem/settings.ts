import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import { configTexts, siemSettingTexts as texts } from '#texts/platform/server.ts'
import { readAuthorities } from '#server/platform/authorities.ts'
import { isLoopback } from '#server/platform/mail/settings.ts'
import type { GetSetting } from '#server/platform/settings-table.ts'

export const siemFormats = ['json', 'cef'] as const
export type SiemFormat = (typeof siemFormats)[number]

/** A syslog receiver (RFC 5425). */
export type SyslogSettings = {
  readonly host: string
  readonly port: number
  /** Null: in clear, to a forwarder on this machine. */
  readonly tls: {
    /** PEM files: the authorities trusted instead of the machine's own, and what this client shows. */
    readonly caFile: string | null
    readonly client: { readonly certFile: string; readonly keyFile: string } | null
    /** What proves that the receiver has read everything: its close_notify, or the mere end of the connection. */
    readonly close: 'answered' | 'plain'
  } | null
}

/** Where events of the journal are delivered to; each receiver has its own cursor. */
export type SiemSettings = {
  readonly format: SiemFormat
  readonly syslog: SyslogSettings | null
  /** The file to append to. */
  readonly file: string | null
}

type Refuse = (sentence: string) => never

const defaultPorts = { 'syslog+tls:': 6514, 'syslog+tcp:': 601 } as const
const isScheme = (protocol: string): protocol is keyof typeof defaultPorts =>
  Object.hasOwn(defaultPorts, protocol)

/** Reads the settings of the SIEM; makes no connection. */
export function readSiemSettings(get: GetSetting, refuse: Refuse): SiemSettings {
  const format = get('TROUSSEAU_SIEM_FORMAT') ?? 'json'
  const known = siemFormats.find((one) => one === format)
  if (known === undefined) return refuse(texts.format(format, siemFormats))
  const file = get('TROUSSEAU_SIEM_FILE')
  return { format: known, syslog: readSyslog(get, refuse), file: file === undefined ? null : resolve(file) }
}

function readSyslog(get: GetSetting, refuse: Refuse): SyslogSettings | null {
  const text = get('TROUSSEAU_SIEM_URL')
  const caFile = get('TROUSSEAU_SIEM_CA_FILE')
  const certFile = get('TROUSSEAU_SIEM_CERT_FILE')
  const keyFile = get('TROUSSEAU_SIEM_KEY_FILE')
  if (text === undefined) {
    const alone = (
      ['TROUSSEAU_SIEM_CA_FILE', 'TROUSSEAU_SIEM_CERT_FILE', 'TROUSSEAU_SIEM_KEY_FILE'] as const
    ).find((name) => get(name) !== undefined)
    return alone === undefined ? null : refuse(texts.alone(alone))
  }
  const url = URL.parse(text)
  if (!url || !isScheme(url.protocol) || url.hostname === '' || hasMore(url)) return refuse(texts.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port)
  if (url.protocol === 'syslog+tcp:') {
    if (!isLoopback(host)) refuse(texts.clear(text))
    if (url.search !== '') refuse(texts.url)
    return { host, port, tls: null }
  }
  if (caFile !== undefined) requireAuthorities(caFile, refuse)
  if ((certFile === undefined) !== (keyFile === undefined)) refuse(texts.pair)
  const client =
    certFile === undefined || keyFile === undefined
      ? null
      : { certFile: resolve(certFile), keyFile: resolve(keyFile) }
  if (client) requirePair(client, refuse)
  const close = url.searchParams.get('close') === 'plain' ? 'plain' : 'answered'
  return { host, port, tls: { close, caFile: caFile === undefined ? null : resolve(caFile), client } }
}

const hasMore = (url: URL): boolean =>
  url.username !== '' ||
  url.password !== '' ||
  !['', '/'].includes(url.pathname) ||
  !['', '?close=plain'].includes(url.search) ||
  url.hash !== ''

function requireAuthorities(file: string, refuse: Refuse): void {
  const read = readAuthorities(file)
  if ('pem' in read) return
  refuse(
    read.fault === 'der'
      ? configTexts.authoritiesInDer('TROUSSEAU_SIEM_CA_FILE', file)
      : texts.authorities(file),
  )
}

function requirePair({ certFile, keyFile }: { certFile: string; keyFile: string }, refuse: Refuse): void {
  try {
    createSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) })
  } catch {
    refuse(texts.files(certFile, keyFile))
  }
}
