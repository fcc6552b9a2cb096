import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renewLink } from '#server/identity/passwords/password-links.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createOutbox, type Outbox, outboxTimes } from './outbox.ts'
import { readSmtpUrl } from './settings.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import {
  plainTextOf,
  startSmtpServer,
  trustTestCertificate,
  type SmtpOptions,
  type SmtpTestServer,
} from './smtp-testing.ts'
import { SendFailure, type Transport } from './transport.ts'

const minute = 60_000
const from = 'Trousseau <trousseau@exemple.fr>'

beforeAll(trustTestCertificate)

eachEngine((engine) => {
  let app: TestApp
  let server: SmtpTestServer | null
  const servers: SmtpTestServer[] = []

  /** Starts a mail server and the app. The default is STARTTLS, as for a remote address without `?tls=`. */
  const startWith = async (options: SmtpOptions = {}, query = '?tls=required') => {
    server = await startSmtpServer(options)
    servers.push(server)
    const user = options.user ? `${options.user.name}:${encodeURIComponent(options.user.password)}@` : ''
    const scheme = options.tls === 'immediate' ? 'smtps' : 'smtp'
    app = await startTestApp(engine, {
      SMTP_URL: `${scheme}://${user}localhost:${server.port}${scheme === 'smtp' ? query : ''}`,
      TROUSSEAU_MAIL_FROM: from,
    })
    return server
  }

  /** Creates the outbox of another node on the same database. */
  const otherNode = (
    transport: Transport,
    times: Partial<typeof outboxTimes> = {},
    wait?: () => Promise<void>,
  ): Outbox =>
    createOutbox({
      ...app.deps,
      transport,
      publicUrl: app.deps.config.publicOrigin,
      from: app.deps.config.mailFrom,
      renewLink,
      hasSettled: async () => true,
      times,
      ...(wait && { wait }),
    })

  const add = (login = 'camille', to = `${login}@exemple.fr`) =>
    app.deps.db
      .transaction()
      .execute((tx) =>
        app.deps.outbox.add(tx, { to, template: 'loginReminder', values: { firstName: 'Camille', login } }),
      )

  const rowOf = (id: number) =>
    app.deps.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  beforeEach(() => {
    server = null
  })
  afterEach(async () => {
    await app.close()
    await Promise.all(servers.splice(0).map((each) => each.close()))
  })

  describe('a mail server', () => {
    it('receives a mail in text and HTML over STARTTLS, after sign-in', async () => {
      const user = { name: 'trousseau', password: 'p@ss:mot/é' }
      const { received } = await startWith({ user })
      expect(await app.deps.outbox.attempt(await add(), 15_000)).toBe('sent')
      expect(received).toHaveLength(1)
      const [mail] = received
      expect(mail).toMatchObject({ to: ['camille@exemple.fr'], isEncrypted: true })
      expect(mail?.raw).toContain('From: Trousseau <trousseau@exemple.fr>')
      expect(mail?.raw).toContain('Auto-Submitted: auto-generated')
      expect(mail?.raw).toContain('text/html')
      expect(plainTextOf(mail?.raw ?? '')).toContain('Votre identifiant est\u00a0: camille')
    })

    it('receives a mail over TLS from the first byte', async () => {
      const { received } = await startWith({ tls: 'immediate' })
      expect(await app.deps.outbox.attempt(await add(), 15_000)).toBe('sent')
      expect(received[0]?.isEncrypted).toBe(true)
    })

    it('receives nothing in clear text where TLS is required', async () => {
      const { received } = await startWith({ tls: 'none' })
      const id = await add()
      expect(await app.deps.outbox.attempt(id)).toBe('delayed')
      expect(received).toEqual([])
      expect((await app.deps.outbox.state()).lastError).toContain('connexion chiffrée')
    })

    it('receives a mail in clear text where the setting allows it', async () => {
      const { received } = await startWith({ tls: 'none' }, '?tls=none')
      expect(await app.deps.outbox.attempt(await add(), 15_000)).toBe('sent')
      expect(received[0]?.isEncrypted).toBe(false)
    })

    it('is tried again after it refused the sign-in: the setting is wrong, not the mail', async () => {
      const right = { name: 'trousseau', password: 'juste' }
      await startWith({ user: right })
      const settings = readSmtpUrl(`smtp://trousseau:faux@localhost:${server?.port}?tls=required`)
      const outbox = otherNode(createSmtpTransport(settings ?? expect.fail()))
      const id = await add()
      expect(await outbox.attempt(id)).toBe('delayed')
      expect((await rowOf(id)).last_error).toBe('sign:535')
    })
  })

  describe('a mail', () => {
    it('is sent once an unreachable server is back, after the retry delay', async () => {
      const first = await startWith()
      const { port } = first
      await first.close()
      const id = await add()
      expect(await app.deps.outbox.attempt(id)).toBe('delayed')
      expect(await app.deps.outbox.state()).toMatchObject({ transport: 'smtp', waiting: 1, failed: 0 })
      expect((await app.deps.outbox.state()).lastError).toContain('ne répond pas')
      const again = await startSmtpServer({ port })
      servers.push(again)
      await app.deps.outbox.deliverDue()
      expect(again.received, 'not before the pause is over').toEqual([])
      app.time.now += minute
      await app.deps.outbox.deliverDue()
      expect(again.received).toHaveLength(1)
      expect(await app.deps.outbox.state()).toMatchObject({ waiting: 0, failed: 0, lastError: null })
    })

    it('is given up after three days', async () => {
      const first = await startWith()
      await first.close()
      const id = await add()
      let tries = 0
      for (; (await rowOf(id)).state === 'waiting' && tries < 100; tries += 1) {
        app.time.now = Math.max(app.time.now, (await rowOf(id)).next_at)
        await app.deps.outbox.deliverDue()
      }
      const row = await rowOf(id)
      expect(row).toMatchObject({ state: 'failed', sealed: null, attempts: tries })
      expect(row.next_at - row.created_at).toBeGreaterThan(64 * 60 * minute)
      expect(row.next_at - row.created_at).toBeLessThanOrEqual(72 * 60 * minute)
    })

    it('fails immediately if the server refuses its recipient, and the error does not quote the server', async () => {
      await startWith({
        answer: () => ({ code: 550, text: '5.1.1 <camille@exemple.fr> https://exemple.fr/#token=abc' }),
      })
      const id = await add()
      expect(await app.deps.outbox.attempt(id)).toBe('refused')
      expect(await rowOf(id)).toMatchObject({ state: 'failed', sealed: null, last_error: 'reply:550 5.1.1' })
      expect((await app.deps.outbox.state()).lastError).toBe(
        'Le serveur de messagerie a refusé le message (550 5.1.1)',
      )
    })

    it('is tried again after a temporary failure of the server', async () => {
      let isBusy = true
      const { received } = await startWith({
        answer: () => (isBusy ? { code: 451, text: '4.3.0 later' } : null),
      })
      const id = await add()
      expect(await app.deps.outbox.attempt(id)).toBe('delayed')
      isBusy = false
      app.time.now += minute
      await app.deps.outbox.deliverDue()
      expect(received).toHaveLength(1)
    })

    it('is not sent when its transaction is rolled back', async () => {
      const { received } = await startWith()
      const failing = app.deps.db.transaction().execute(async (tx) => {
        const values = { firstName: '', login: 'camille' }
        await app.deps.outbox.add(tx, { to: 'c@exemple.fr', template: 'loginReminder', values })
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      await app.deps.outbox.deliverDue()
      expect(received).toEqual([])
    })

    it('is reported as waiting when the server is slower than the caller waits', async () => {
      let acknowledge: () => void = () => undefined
      const { received } = await startWith({
        delay: () => new Promise<void>((resolve) => (acknowledge = resolve)),
      })
      const id = await add()
      // The server answers only after this call.
      expect(await app.deps.outbox.attempt(id, 100)).toBe('waiting')
      await expect.poll(() => received.length).toBe(1)
      acknowledge()
      await expect.poll(async () => (await rowOf(id)).state).toBe('sent')
    })

    it('makes one caller wait for a silent server, and no other for a minute', async () => {
      const begun: (() => void)[] = []
      await startWith()
      const silent: Transport = {
        kind: 'smtp',
        isReachable: async () => true,
        send: () =>
          new Promise((_, reject) => {
            begun.push(() => reject(new SendFailure('network')))
            waits[begun.length - 1]?.resolve()
          }),
      }
      const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let waited = 0
      const node = otherNode(silent, {}, () => waits[waited++]?.promise ?? expect.fail())
      const first = await add()
      expect(await node.attempt(first)).toBe('waiting')
      const others = await Promise.all(['paul', 'jeanne'].map((login) => add(login)))
      // The server may be slow: mails are delayed only once its connection has failed.
      for (const id of others) expect(await node.attempt(id)).toBe('waiting')
      expect(begun, 'it is not asked for the others').toHaveLength(1)
      begun[0]?.()
      await expect.poll(async () => (await rowOf(first)).attempts).toBe(1)
      for (const id of others) expect(await node.attempt(id)).toBe('delayed')
      expect(begun, 'they wait for the next turn').toHaveLength(1)
      app.time.now += minute
      expect(await node.attempt(others[0] ?? 0)).toBe('waiting')
      expect(begun).toHaveLength(2)
      begun[1]?.()
      await node.stop()
      await app.deps.outbox.deliverDue()
      expect(server?.received.map(({ to }) => to[0])).toContain('jeanne@exemple.fr')
    })

    it('is not waited for after a late answer, until the server answers in time again', async () => {
      await startWith()
      const sends: PromiseWithResolvers<void>[] = []
      const begun = Promise.withResolvers<void>()
      const send = () => {
        const sending = Promise.withResolvers<void>()
        sends.push(sending)
        begun.resolve()
        return sending.promise
      }
      // The patience of the first attempt is over once its mail is under way.
      const waits = [begun.promise]
      const wait = () => waits.shift() ?? new Promise<void>(() => undefined)
      const node = otherNode({ kind: 'smtp', isReachable: async () => true, send }, {}, wait)
      const answer = async (count: number, afterMs = 0) => {
        await expect.poll(() => sends.length).toBe(count)
        app.time.now += afterMs
        sends.at(-1)?.resolve()
      }
      const first = await add()
      expect(await node.attempt(first)).toBe('waiting')
      await answer(1, outboxTimes.patienceMs)
      await expect.poll(async () => (await rowOf(first)).state).toBe('sent')
      expect(await node.attempt(await add('paul'))).toBe('waiting')
      expect(sends, 'it is not asked').toHaveLength(1)
      await Promise.all([node.deliverDue(), answer(2)])
      const [outcome] = await Promise.all([node.attempt(await add('jeanne')), answer(3)])
      expect(outcome).toBe('sent')
    })

    it('is preceded by one reachability check that concurrent callers share', async () => {
      await startWith()
      const asked: PromiseWithResolvers<boolean>[] = []
      const isReachable = () => {
        const asking = Promise.withResolvers<boolean>()
        asked.push(asking)
        return asking.promise
      }
      const node = otherNode({ kind: 'smtp', isReachable, send: async () => undefined })
      const answers = Promise.all([node.isReachable(), node.isReachable()])
      asked[0]?.reject(new Error('away'))
      expect(await answers).toEqual([false, false])
      const again = node.isReachable()
      asked[1]?.resolve(true)
      expect(await again).toBe(true)
      expect(asked).toHaveLength(2)
    })

    it('is waited for even after another mail was slow to be written to the folder', async () => {
      await startWith()
      const begun = Promise.withResolvers<void>()
      const never = new Promise<void>(() => undefined)
      const sends = [never, Promise.resolve()]
      const send = () => {
        begun.resolve()
        return sends.shift() ?? Promise.resolve()
      }
      const waits = [begun.promise]
      const wait = () => waits.shift() ?? never
      const node = otherNode({ kind: 'folder', isReachable: async () => true, send }, {}, wait)
      expect(await node.attempt(await add())).toBe('waiting')
      expect(await node.attempt(await add('paul'))).toBe('sent')
    })

    it('is sent again with the same Message-ID if the node crashes after the server accepted it', async () => {
      const { received } = await startWith()
      const smtp = createSmtpTransport(app.deps.config.smtp ?? expect.fail())
      const dies: Transport = {
        kind: 'smtp',
        isReachable: async () => true,
        send: async (...sent) => {
          await smtp.send(...sent)
          await new Promise(() => undefined)
        },
      }
      const id = await add()
      expect(await otherNode(dies, { patienceMs: 500 }).attempt(id)).toBe('waiting')
      await expect.poll(() => received.length).toBe(1)
      await app.deps.outbox.deliverDue()
      expect(received, 'while the lease lasts').toHaveLength(1)
      app.time.now += outboxTimes.leaseMs
      await app.deps.outbox.deliverDue()
      await app.deps.outbox.deliverDue()
      const ids = received.map((mail) => /^Message-ID: (.+)$/im.exec(mail.raw)?.[1]?.trim())
      expect(ids).toEqual([(await rowOf(id)).message_id, (await rowOf(id)).message_id])
    })

    it('is sent once when two nodes send concurrently', async () => {
      const { received } = await startWith()
      const other = otherNode(createSmtpTransport(app.deps.config.smtp ?? expect.fail()))
      const logins = Array.from({ length: 30 }, (_, index) => `personne${index}`)
      for (const login of logins) await add(login)
      await Promise.all([app.deps.outbox.deliverDue(), other.deliverDue()])
      await Promise.all([app.deps.outbox.deliverDue(), other.deliverDue()])
      const reached = received.flatMap((mail) => mail.to)
      expect(reached).toHaveLength(logins.length)
      expect(new Set(reached)).toEqual(new Set(logins.map((login) => `${login}@exemple.fr`)))
    })

    it('is sent by the poll of a started outbox, and deleted a month after it was sent', async () => {
      const { received } = await startWith()
      const node = otherNode(createSmtpTransport(app.deps.config.smtp ?? expect.fail()), { pollMs: 50 })
      const first = await add()
      node.start()
      await expect.poll(async () => (await rowOf(first)).state).toBe('sent')
      app.time.now += 31 * 24 * 60 * minute
      await add('paul')
      await expect.poll(() => received.length).toBe(2)
      const left = () => app.deps.db.selectFrom('outbox').select('id').execute()
      await expect.poll(left).toHaveLength(1)
      await node.stop()
      const late = await add('jean')
      // What a poll that was planned before the stop would do.
      await node.deliverDue()
      expect(received).toHaveLength(2)
      expect(await rowOf(late)).toMatchObject({ state: 'waiting', lease: null, attempts: 0 })
    })

    it('that fails while the node stops does not fail the stop', async () => {
      await startWith()
      const { smtp } = app.deps.config
      const node = createOutbox({
        ...app.deps,
        transport: createSmtpTransport(smtp ?? expect.fail()),
        publicUrl: app.deps.config.publicOrigin,
        from: app.deps.config.mailFrom,
        renewLink,
        hasSettled: async () => true,
        clock: () => {
          throw new Error('the database is away')
        },
      })
      const failing = node.deliverDue()
      const stopping = node.stop()
      await expect(failing).rejects.toThrow('the database is away')
      await expect(stopping).resolves.toBeUndefined()
    })

    it('waits for the next start when it is still under way after the node stopped', async () => {
      const waiting: (() => void)[] = []
      await startWith({ delay: () => new Promise<void>((resolve) => waiting.push(resolve)) })
      const transport = createSmtpTransport(app.deps.config.smtp ?? expect.fail())
      const stopping = otherNode(transport, { stopMs: 100 })
      const id = await add()
      void stopping.attempt(id)
      await expect.poll(() => waiting.length).toBe(1)
      await stopping.stop()
      expect(await rowOf(id)).toMatchObject({ state: 'waiting', lease: null, attempts: 0 })
      for (const resolve of waiting) resolve()
    })
  })
})
