import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addAccount } from '#server/testing/sign-in.ts'
import { createPasswordLink } from '#server/identity/passwords/password-links.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startSmtpServer, tokenOfMail, trustTestCertificate, type SmtpTestServer } from './smtp-testing.ts'

const minute = 60_000

beforeAll(trustTestCertificate)

eachEngine((engine) => {
  let app: TestApp
  const servers: SmtpTestServer[] = []

  const startWithServer = async () => {
    const server = await startSmtpServer()
    servers.push(server)
    app = await startTestApp(engine, {
      SMTP_URL: `smtp://localhost:${server.port}?tls=required`,
      TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
    })
    return server
  }

  /** Queues an invitation with its link. */
  const invite = async (userId: number) =>
    app.deps.db.transaction().execute(async (tx) => {
      const { token } = await createPasswordLink(tx, { userId, purpose: 'invitation', now: app.time.now })
      const values = { firstName: 'Camille', login: 'camille', token: token.reveal() }
      const id = await app.deps.outbox.add(tx, { to: 'camille@exemple.fr', template: 'invitation', values })
      return { id, token: token.reveal() }
    })

  afterEach(async () => {
    await app.close()
    await Promise.all(servers.splice(0).map((each) => each.close()))
  })

  describe('the link of a mail', () => {
    it('is in no table and in no log', async () => {
      const { received } = await startWithServer()
      const user = await addAccount(app, 'camille')
      const { id, token } = await invite(user.id)
      const kept = async () =>
        Buffer.concat(
          (await app.deps.db.selectFrom('outbox').selectAll().execute()).flatMap((row) =>
            Object.values(row).map((value) =>
              value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)),
            ),
          ),
        ).toString('latin1')
      expect(await kept()).not.toContain(token)
      expect(await kept()).not.toContain('camille@')
      expect(await app.deps.outbox.attempt(id)).toBe('sent')
      expect(tokenOfMail(received[0]?.raw ?? '')).toBe(token)
      const row = await app.deps.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
      expect(row).toMatchObject({ state: 'sent', sealed: null })
      expect(app.logged()).not.toContain(token)
      expect(app.logged()).not.toContain('camille@')
    })

    it('is valid from when the mail leaves, and a replaced link is not sent', async () => {
      const { received } = await startWithServer()
      const user = await addAccount(app, 'camille')
      const old = await invite(user.id)
      const { id, token } = await invite(user.id)
      app.time.now += 60 * 60 * minute
      expect(await app.deps.outbox.attempt(old.id)).toBe('refused')
      expect(await app.deps.outbox.attempt(id)).toBe('sent')
      expect(received.map((mail) => tokenOfMail(mail.raw))).toEqual([token])
      const links = await app.deps.db
        .selectFrom('password_links')
        .select('expires_at')
        .where('used_at', 'is', null)
        .execute()
      expect(links).toEqual([{ expires_at: app.time.now + 72 * 60 * minute }])
    })
  })

  describe('without a mail server', () => {
    it('a mail is a file that only the server can read, and the log names its path, not its content', async () => {
      app = await startTestApp(engine)
      const user = await addAccount(app, 'camille')
      const { id, token } = await invite(user.id)
      expect(await app.deps.outbox.attempt(id)).toBe('sent')
      const folder = join(app.deps.config.dataFolder, 'mails')
      const files = readdirSync(folder)
      expect(files).toEqual([expect.stringMatching(/\.eml$/)])
      const path = join(folder, files[0] ?? '')
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(statSync(folder).mode & 0o777).toBe(0o700)
      expect(tokenOfMail(readFileSync(path, 'utf8'))).toBe(token)
      expect(app.logged()).toContain(path)
      expect(app.logged()).not.toContain(token)
      expect(await app.deps.outbox.state()).toMatchObject({ transport: 'folder', lastError: null })
    })
  })
})
