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

/**
 * Checks whether a mail server accepts mails: connects, greets it, signs in if the address has an account, and leaves.
 * @param withinMs the limit for the whole check
 * @throws SendFailure
 */
export async function verifyServer(settings: SmtpSettings, withinMs: number): Promise<void> {
  const mailer = await openMailer(settings, { connectionTimeout: withinMs, greetingTimeout: withinMs })
  const late = new AbortController()
  const end = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new SendFailure('network', 'ETIMEDOUT')), withinMs)
    late.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  try {
    await Promise.race([mailer.verify(), end])
  } catch (error) {
    throw error instanceof SendFailure ? error : failureOf(error)
  } finally {
    late.abort()
    mailer.close()
  }
}

/** Opens a mailer. nodemailer needs 20 MiB: it is loaded with the first mail. */
async function openMailer(
  { host, port, tls, auth }: SmtpSettings,
  patience: Partial<typeof timeouts> = {},
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: tls === 'immediate',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(auth && { auth: { user: auth.user, pass: auth.password.reveal() } }),
    ...timeouts,
    ...patience,
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

function failureOf(error: unknown): SendFailure {
  if (!(error instanceof Error)) return new SendFailure('unknown')
  const { code = '', originalCode, responseCode, response, permanent } = error as NodemailerError
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
  return new SendFailure(kind ?? 'reply', said, isAboutMessage && permanent === true)
}
