import { matchesPattern } from '#domain/platform/patterns.ts'
import { Secret } from '#server/platform/crypto/secret.ts'

/** A mail server, as SMTP_URL names it. */
export type SmtpSettings = {
  readonly host: string
  readonly port: number
  /** `immediate`: TLS from the first byte (smtps); `required`: STARTTLS or nothing; `none`: in clear. */
  readonly tls: 'immediate' | 'required' | 'none'
  readonly auth: { readonly user: string; readonly password: Secret<string> } | null
}

/** A sender: the content of From. */
export type Sender = { readonly name: string; readonly address: string }

const defaultPorts = { 'smtp:': 587, 'smtps:': 465 } as const
const isScheme = (protocol: string): protocol is keyof typeof defaultPorts =>
  Object.hasOwn(defaultPorts, protocol)

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host)

/**
 * Reads `smtp://user:password@host:587` or `smtps://…:465`. STARTTLS is required unless the host is the same machine;
 * `?tls=required` and `?tls=none` override that.
 * @returns null when it is no such address
 */
export function readSmtpUrl(text: string): SmtpSettings | null {
  const url = URL.parse(text)
  if (!url || !isScheme(url.protocol) || url.hostname === '') return null
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const asked = url.searchParams.get('tls')
  if ([...url.searchParams.keys()].some((name) => name !== 'tls')) return null
  if (asked !== null && !['required', 'none'].includes(asked)) return null
  const usual = isLoopback(host) ? 'none' : 'required'
  const starttls = (asked ?? usual) === 'none' ? 'none' : 'required'
  const auth = readAuth(url)
  if (auth === undefined) return null
  return {
    host,
    port: url.port === '' ? defaultPorts[url.protocol] : Number(url.port),
    tls: url.protocol === 'smtps:' ? 'immediate' : starttls,
    auth,
  }
}

/** Reads `adresse@exemple.fr` or `Nom <adresse@exemple.fr>`; null when it is neither. */
export function readSender(text: string, product: string): Sender | null {
  const named = /^([^<>"\p{Cc}]*)<([^<>\s]+)>$/u.exec(text)
  const address = named?.[2] ?? text
  if (!matchesPattern('REGEX_EMAIL', address)) return null
  return { name: named?.[1]?.trim() || product, address }
}

/** Returns the account before the @; undefined when it cannot be decoded or lacks a half. */
function readAuth(url: URL): SmtpSettings['auth'] | undefined {
  if (url.username === '' && url.password === '') return null
  if (url.username === '' || url.password === '') return undefined
  try {
    return {
      user: decodeURIComponent(url.username),
      password: new Secret(decodeURIComponent(url.password)),
    }
  } catch {
    return undefined
  }
}
