import type { NodemailerError, Transporter } from 'nodemailer'
import { isTlsCode } from '#server/platform/connection-codes.ts'
import { SendFailure, type Transport } from './transport.ts'
import type { SmtpSettings } from './settings.ts'

/** A server that is slower than this counts as down, and the mail is retried. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** The limit of an availability check, for which a caller waits, in milliseconds. */
const probeMs = 4_000

/** Returns a transport over a mail server, a connection a mail; it trusts the machine's certificate authorities. */
export function createSmtpTransport(settings: SmtpSettings): Transport {
  let opened: Promise<Transporter> | null = null
  return {
    kind: 'smtp',
    async isReachable() {
      opened ??= openMailer(settings)
      const mailer = await opened
      const late = AbortSignal.timeout(probeMs)
      return Promise.race([
        mailer.verify().catch(() => false),
        new Promise<boolean>((resolve) => late.addEventListener('abort', () => resolve(false))),
      ])
    },
    async send(_id, message, signal) {
      opened ??= openMailer(settings)
      const mailer = await opened
      try {
        await mailer.sendMail({ ...message, signal })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

/** Returns how a connection to a mail server is opened. */
export const connectionOptions = ({ host, port, tls }: SmtpSettings) => ({
  host,
  port,
  secure: tls === 'immediate',
  requireTLS: tls === 'required',
  ignoreTLS: tls === 'none',
  tls: { minVersion: 'TLSv1.2' as const },
  ...timeouts,
})

/** Opens a mailer. nodemailer needs 20 MiB: it is loaded with the first mail. */
async function openMailer(settings: SmtpSettings): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { auth } = settings
  return createTransport({
    ...connectionOptions(settings),
    ...(auth && { auth: { user: auth.user, pass: auth.password.reveal() } }),
    // No template or name may make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const kinds: Record<string, 'sign' | 'tls'> = {
  EAUTH: 'sign',
  ENOAUTH: 'sign',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
}
/** nodemailer's codes for a fault of the message itself. */
const aboutMessage = ['EENVELOPE', 'EMESSAGE']

/** Returns an error of nodemailer as a failure of a mail. */
export function failureOf(error: unknown): SendFailure {
  if (!(error instanceof Error)) return new SendFailure('unknown')
  const { code = '', originalCode, responseCode, response, permanent, command } = error as NodemailerError
  // nodemailer gives faults of a certificate the code of its socket.
  const isAboutTls = originalCode !== undefined && isTlsCode(originalCode)
  const kind = kinds[code] ?? (isAboutTls ? 'tls' : undefined)
  const isAboutMessage = aboutMessage.includes(code)
  if (responseCode === undefined) {
    const known = [originalCode, code].find((name) => name && /^[A-Z0-9_]{2,40}$/.test(name))
    return new SendFailure(kind ?? 'network', known, isAboutMessage)
  }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const said = [responseCode, enhanced].filter(Boolean).join(' ')
  const isFinal = isAboutMessage && permanent === true
  if (isFinal && (command === 'MAIL FROM' || isOfSender(enhanced))) return new SendFailure('sender', said)
  // For now alone, says Postfix of a sender whose domain nobody knows (`unknown_address_reject_code`): for days, if it is misspelt.
  if (isAboutMessage && isOfAddress(enhanced)) return new SendFailure('sender', said)
  return new SendFailure(kind ?? 'reply', said, isFinal)
}

/**
 * Whether an enhanced status code (RFC 3463) is about the sender or what it may do: a bad address of it (X.1.7, X.1.8), or
 * the security of the server (X.7.X: not its own address, no relay, not signed). Servers give such codes to any command.
 */
export const isOfSender = (enhanced: string | undefined): boolean =>
  isOfAddress(enhanced) || (enhanced !== undefined && /^\d\.7\.\d+$/.test(enhanced))

/** Whether an enhanced status code is about the address of the sender itself. X.7.X for now alone asks for patience (greylisting). */
const isOfAddress = (enhanced: string | undefined): boolean =>
  enhanced !== undefined && /^\d\.1\.[78]$/.test(enhanced)
