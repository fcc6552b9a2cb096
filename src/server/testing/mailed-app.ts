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
  const mailTo = (address: string) =>
    plainTextOf(server.received.findLast(({ to }) => to.includes(address))?.raw ?? '')
  return {
    app,
    server,
    addressees: () => server.received.flatMap(({ to }) => to),
    mailTo,
    codeTo: (address) => /code de connexion est\s*:\s*(\d{6})/.exec(mailTo(address))?.[1] ?? '',
    tokenTo: (address) => /#token=([\w-]+)/.exec(mailTo(address))?.[1] ?? '',
    shutMailServer,
    close: async () => {
      await app.close()
      await shutMailServer()
    },
  }
}
