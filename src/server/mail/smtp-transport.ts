import { createTransport, type NodemailerError } from 'nodemailer'
import { SendFailure, type Transport } from './transport.ts'
import type { SmtpSettings } from './settings.ts'

/** A server that is slower than this counts as down, and is tried again. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** Sends through a mail server, a connection a mail; the machine's own certificate authorities are trusted. */
export function createSmtpTransport(settings: SmtpSettings): Transport {
  const { host, port, tls, auth } = settings
  const mailer = createTransport({
    host,
    port,
    secure: tls === 'immediate',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    tls: { minVersion: 'TLSv1.2' },
    ...(auth && { auth: { user: auth.user, pass: auth.password.reveal() } }),
    ...timeouts,
    // Nothing that a template or a name holds may make the server read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    async send(_id, message, signal) {
      try {
        await mailer.sendMail({ ...message, signal })
      } catch (error) {
        throw failureOf(error)
      }
    },
  }
}

const kinds: Record<string, 'sign' | 'tls'> = {
  EAUTH: 'sign',
  ENOAUTH: 'sign',
  ETLS: 'tls',
  EREQUIRETLS: 'tls',
}
/** nodemailer's codes for what is wrong with this very message. */
const aboutMessage = ['EENVELOPE', 'EMESSAGE']

function failureOf(error: unknown): SendFailure {
  if (!(error instanceof Error)) return new SendFailure('unknown')
  const { code = '', originalCode, responseCode, response, permanent } = error as NodemailerError
  const kind = kinds[code]
  const isAboutMessage = aboutMessage.includes(code)
  if (responseCode === undefined) {
    const known = [originalCode, code].find((name) => name && /^[A-Z0-9_]{2,40}$/.test(name))
    return new SendFailure(kind ?? 'network', known, isAboutMessage)
  }
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '')?.[1]
  const said = [responseCode, enhanced].filter(Boolean).join(' ')
  return new SendFailure(kind ?? 'reply', said, isAboutMessage && permanent === true)
}
