import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8')
const cert = fixture('smtp-cert.pem')
const key = fixture('smtp-key.pem')

/** A mail as the server took it over. */
export type Received = { readonly to: string[]; readonly raw: string; readonly isEncrypted: boolean }

export type SmtpOptions = {
  /** TLS from the first byte, or offered by STARTTLS, or not at all. */
  readonly tls?: 'immediate' | 'starttls' | 'none'
  readonly port?: number
  readonly user?: { readonly name: string; readonly password: string }
  /** What the server says to a recipient: null takes it. */
  readonly answer?: (address: string) => { code: number; text: string } | null
  /** What the server says to a sender: null takes it. */
  readonly answerSender?: (address: string) => { code: number; text: string } | null
  /** The connections that it takes at once. It turns others away (421). */
  readonly connections?: number
  /** Waits before it acknowledges a message. */
  readonly delay?: () => Promise<void>
}

export type SmtpTestServer = {
  readonly port: number
  readonly received: Received[]
  /** The connections that it has turned away. */
  readonly turnedAway: () => number
  close(): Promise<void>
}

/**
 * Makes this process trust the test server's certificate, as an administrator does with a private authority.
 * @returns ends the trust; a `beforeAll` calls it after the tests, since the next file runs in the same process
 */
export function trustTestCertificate(): () => void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  return () => setDefaultCACertificates(before)
}

/** A real mail server on this machine. */
export async function startSmtpServer(options: SmtpOptions = {}): Promise<SmtpTestServer> {
  const received: Received[] = []
  const { tls = 'starttls', user, answer, answerSender, connections = Infinity, delay } = options
  const taken = new Set<string>()
  let turnedAway = 0
  const server = new SMTPServer({
    secure: tls === 'immediate',
    cert,
    key,
    authOptional: user === undefined,
    disabledCommands: tls === 'none' ? ['STARTTLS', 'AUTH'] : [],
    disableReverseLookup: true,
    onConnect: ({ id }, done) => {
      if (taken.size < connections) {
        taken.add(id)
        return done(null)
      }
      turnedAway += 1
      return done(refusal({ code: 421, text: '4.7.0 too many connections' }))
    },
    onClose: ({ id }) => void taken.delete(id),
    onMailFrom: ({ address }, _session, done) => {
      const refused = answerSender?.(address)
      done(refused ? refusal(refused) : null)
    },
    onAuth: ({ username, password }, _session, done) =>
      username === user?.name && password === user?.password
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onRcptTo: ({ address }, _session, done) => {
      const refused = answer?.(address)
      done(refused ? refusal(refused) : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks).toString('utf8'),
          isEncrypted: session.secure,
        })
        void (delay?.() ?? Promise.resolve()).then(() => done(null))
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    turnedAway: () => turnedAway,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const refusal = ({ code, text }: { code: number; text: string }): Error =>
  Object.assign(new Error(text), { responseCode: code })

/** The plain text of a received mail: its first part, decoded. */
export function plainTextOf(raw: string): string {
  // A line of the text may begin like a boundary.
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const part = raw.split(`--${boundary}`).find((one) => /^\s*Content-Type: text\/plain/.test(one)) ?? ''
  const body = part.slice(part.search(/\r?\n\r?\n/)).trim()
  if (/base64/i.test(part.slice(0, 300))) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The address of the link in a received mail. */
export const addressOfMail = (raw: string): string =>
  /https?:\S+\/auth\/password#\S+/.exec(plainTextOf(raw))?.[0] ?? ''

/** The token of the link in a received mail. */
export const tokenOfMail = (raw: string): string => /#token=([\w-]+)/.exec(addressOfMail(raw))?.[1] ?? ''
