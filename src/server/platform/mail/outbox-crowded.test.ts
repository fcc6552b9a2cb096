import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { renewLink } from '#server/identity/passwords/password-links.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createOutbox, type Outbox, outboxTimes } from './outbox.ts'
import {
  startSmtpServer,
  trustTestCertificate,
  type SmtpOptions,
  type SmtpTestServer,
} from './smtp-testing.ts'
import { SendFailure, type Transport } from './transport.ts'

const minute = 60_000

beforeAll(trustTestCertificate)

eachEngine((engine) => {
  let app: TestApp
  const servers: SmtpTestServer[] = []

  const startWith = async (options: SmtpOptions = {}) => {
    const server = await startSmtpServer(options)
    servers.push(server)
    app = await startTestApp(engine, {
      SMTP_URL: `smtp://localhost:${server.port}?tls=required`,
      TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
    })
    return server
  }
  const otherNode = (transport: Transport): Outbox =>
    createOutbox({
      ...app.deps,
      transport,
      publicUrl: app.deps.config.publicOrigin,
      from: app.deps.config.mailFrom,
      renewLink,
      hasSettled: async () => true,
    })
  const add = (login: string) =>
    app.deps.db.transaction().execute((tx) => {
      const values = { firstName: 'Camille', login }
      return app.deps.outbox.add(tx, { to: `${login}@exemple.fr`, template: 'loginReminder', values })
    })
  const addMany = async (count: number): Promise<number[]> => {
    const ids: number[] = []
    for (let index = 0; index < count; index += 1) ids.push(await add(`personne${index}`))
    return ids
  }
  const rows = () =>
    app.deps.db.selectFrom('outbox').select(['state', 'attempts', 'last_error']).orderBy('id').execute()

  afterEach(async () => {
    await app.close()
    await Promise.all(servers.splice(0).map((each) => each.close()))
  })

  describe('a mail server that takes two connections at once', () => {
    it('gets all mails of one turn, without a failed try, when it turns others away (421)', async () => {
      const first = Promise.withResolvers<void>()
      const server = await startWith({ connections: 2, delay: () => first.promise })
      await addMany(24)
      const turn = app.deps.outbox.deliverDue()
      await expect.poll(() => server.turnedAway()).toBeGreaterThan(0)
      first.resolve()
      await turn
      expect(server.received).toHaveLength(24)
      expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(24)
      expect(await rows()).toEqual(
        Array.from({ length: 24 }, () => ({ state: 'sent', attempts: 1, last_error: null })),
      )
      // Those of the first batch, and one each time that a third connection is tried.
      expect(server.turnedAway()).toBeLessThan(16)
    })

    it('gets all mails of callers who send at the same time', async () => {
      const first = Promise.withResolvers<void>()
      const server = await startWith({ connections: 2, delay: () => first.promise })
      const ids = await addMany(12)
      const outcomes = Promise.all(ids.map((id) => app.deps.outbox.attempt(id, minute)))
      await expect.poll(() => server.turnedAway()).toBeGreaterThan(0)
      first.resolve()
      expect(await outcomes).toEqual(ids.map(() => 'sent'))
      expect(server.received).toHaveLength(12)
    })
  })

  describe('connections that are refused', () => {
    /** A server with room for some connections; beyond them Node reports a refused one. */
    const roomFor = (room: number) => {
      const seen = { open: 0, most: 0, refused: 0, sent: [] as number[] }
      const transport: Transport = {
        kind: 'smtp',
        isReachable: async () => true,
        async send(id) {
          if (seen.open >= room) {
            seen.refused += 1
            throw new SendFailure('network', 'ECONNREFUSED')
          }
          seen.open += 1
          seen.most = Math.max(seen.most, seen.open)
          await new Promise((resolve) => setImmediate(resolve))
          seen.open -= 1
          seen.sent.push(id)
        },
      }
      return { seen, node: otherNode(transport) }
    }

    it('lower the number of connections, and lose no mail', async () => {
      await startWith()
      const { seen, node } = roomFor(2)
      const ids = await addMany(24)
      await node.deliverDue()
      expect(seen.sent.toSorted((a, b) => a - b)).toEqual(ids)
      expect(seen.most).toBe(2)
      expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true)
    })

    it('all of them mean a server that is down: every mail waits, and few are tried', async () => {
      await startWith()
      const { seen, node } = roomFor(0)
      await addMany(24)
      await node.deliverDue()
      expect(seen.sent).toEqual([])
      const tried = (await rows()).filter(({ attempts }) => attempts > 0)
      expect(tried.length).toBeGreaterThan(0)
      expect(tried.length).toBeLessThanOrEqual(8)
      expect(seen.refused).toBeLessThanOrEqual(32)
    })

    it('of one mail alone do not hold the others back', async () => {
      await startWith()
      const [bad = 0, ...others] = await addMany(12)
      const sent: number[] = []
      const node = otherNode({
        kind: 'smtp',
        isReachable: async () => true,
        async send(id) {
          await new Promise((resolve) => setImmediate(resolve))
          if (id === bad) throw new SendFailure('network', 'ECONNRESET')
          sent.push(id)
        },
      })
      await node.deliverDue()
      await node.deliverDue()
      expect(sent.toSorted((a, b) => a - b)).toEqual(others)
      const [first] = await rows()
      expect(first).toEqual({ state: 'waiting', attempts: 1, last_error: 'network:ECONNRESET' })
    })
  })

  it('a mail that waits for a connection longer than its lease allows is left to the next turn', async () => {
    await startWith()
    const [first = 0, second = 0] = await addMany(2)
    const [begun, turnedAway, hanging] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    const sent: number[] = []
    let isCrowded = true
    const node = otherNode({
      kind: 'smtp',
      isReachable: async () => true,
      async send(id) {
        if (id === first) {
          begun.resolve()
          await hanging.promise
        } else if (isCrowded) {
          isCrowded = false
          turnedAway.resolve()
          throw new SendFailure('reply', '421 4.7.0')
        }
        sent.push(id)
      },
    })
    const sending = node.attempt(first, minute)
    await begun.promise
    const attempts = Promise.all([sending, node.attempt(second, minute)])
    await turnedAway.promise
    // What the outbox does with the refusal, before anything else comes.
    await new Promise((resolve) => setImmediate(resolve))
    app.time.now += outboxTimes.leaseMs - outboxTimes.sendMs
    hanging.resolve()
    expect(await attempts).toEqual(['sent', 'waiting'])
    expect((await rows())[1]).toMatchObject({ state: 'waiting', attempts: 0 })
    await node.deliverDue()
    expect(sent).toEqual([first, second])
  })

  describe('a mail server that refuses the sender', () => {
    let isWrong = true
    const refusal = { code: 553, text: '5.7.1 <trousseau@exemple.fr>: not yours' }

    it.each<[string, SmtpOptions]>([
      ['at MAIL FROM', { answerSender: () => (isWrong ? refusal : null) }],
      ['at RCPT TO, as Postfix does', { answer: () => (isWrong ? refusal : null) }],
    ])('%s makes every mail wait, and the page says why', async (_when, options) => {
      isWrong = true
      const server = await startWith(options)
      const [first = 0] = await addMany(3)
      expect(await app.deps.outbox.attempt(first)).toBe('delayed')
      await app.deps.outbox.deliverDue()
      expect(await app.deps.outbox.state()).toMatchObject({
        waiting: 3,
        failed: 0,
        lastError: "Le serveur de messagerie refuse l'expéditeur (553 5.7.1). Vérifiez TROUSSEAU_MAIL_FROM.",
      })
      isWrong = false
      app.time.now += minute
      await app.deps.outbox.deliverDue()
      expect(server.received).toHaveLength(3)
      expect(await app.deps.outbox.state()).toMatchObject({ waiting: 0, failed: 0, lastError: null })
    })
  })
})
