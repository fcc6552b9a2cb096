import { plainTextOf, startSmtpServer, type SmtpTestServer } from '#server/platform/mail/smtp-testing.ts'
import type { Engine } from '#server/platform/database/engine.ts'
import { startTestApp, type TestApp } from './app.ts'

/** A server with a real mail server beside it, which refuses mailboxes of the form `refus…`. */
export type MailedApp = {
  readonly app: TestApp
  readonly server: SmtpTestServer
  /** The recipients of the mails, in order. */
  readonly addressees: () => string[]
  /** The text of the latest mail to an address. */
  readonly mailTo: (address: string) => string
  /** The digits of the latest code sent to an address. */
  readonly codeTo: (address: string) => string
  /** The token of the latest link sent to an address. */
  readonly tokenTo: (address: string) => string
  readonly shutMailServer: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function startMailedApp(engine: Engine, env: Record<string, string> = {}): Promise<MailedApp> {
  const answer = (address: string) =>
    address.startsWith('refus') ? { code: 550, text: 'no such mailbox' } : null
  const server = await startSmtpServer({ tls: 'none', answer })
  const app = await startTestApp(engine, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
    ...env,
  })
  let isUp = true
  const shutMailServer = async () => {
    if (isUp) await server.close()
    isUp = false
  }
  const mailsTo = (address: string) =>
    server.received.filter(({ to }) => to.includes(address)).map(({ raw }) => plainTextOf(raw))
  /** Returns what a pattern captures in the latest mail that matches: a notice may arrive after it. */
  const latest = (address: string, pattern: RegExp) =>
    mailsTo(address)
      .map((text) => pattern.exec(text)?.[1] ?? '')
      .findLast((found) => found !== '') ?? ''
  return {
    app,
    server,
    addressees: () => server.received.flatMap(({ to }) => to),
    mailTo: (address) => mailsTo(address).at(-1) ?? '',
    codeTo: (address) => latest(address, /code de connexion est\s*:\s*(\d{6})/),
    tokenTo: (address) => latest(address, /#token=([\w-]+)/),
    shutMailServer,
    close: async () => {
      await app.close()
      await shutMailServer()
    },
  }
}
