import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPasswordLink, renewLink } from '#server/identity/passwords/password-links.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { addAccount } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'
import type { MailTemplate } from './mail.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { refusedSenderLimits } from './refused-senders.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { startSmtpServer, trustTestCertificate, type SmtpTestServer } from './smtp-testing.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const reason = "Le serveur de messagerie refuse l'expéditeur (553 5.7.1). Vérifiez TROUSSEAU_MAIL_FROM."

beforeAll(trustTestCertificate)

eachEngine((engine) => {
  let app: TestApp
  let server: SmtpTestServer
  /** Whether the server refuses the sender, and the recipients for whom it alone does. */
  let isWrong: boolean
  let words: { code: number; text: string }
  const excluded = new Set<string>()
  /** The recipients that it was given, refused ones included. */
  const asked: string[] = []
  const servers: SmtpTestServer[] = []

  const serve = async (port = 0) => {
    server = await startSmtpServer({
      port,
      // As Postfix does: the sender is judged with the recipient.
      answer: (address) => {
        asked.push(address)
        return isWrong || excluded.has(address) ? words : null
      },
    })
    servers.push(server)
  }
  beforeEach(async () => {
    isWrong = true
    words = { code: 553, text: '5.7.1 not yours' }
    excluded.clear()
    asked.length = 0
    await serve()
    app = await startTestApp(engine, {
      SMTP_URL: `smtp://localhost:${server.port}?tls=required`,
      TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
    })
  })
  afterEach(async () => {
    await app.close()
    await Promise.all(servers.splice(0).map((each) => each.close()))
  })

  const add = (
    login: string,
    template: MailTemplate & ('loginReminder' | 'passwordElsewhere') = 'loginReminder',
  ) =>
    app.deps.db.transaction().execute((tx) => {
      const values = { firstName: 'Camille', login }
      return app.deps.outbox.add(tx, { to: `${login}@exemple.fr`, template, values })
    })
  const rowOf = (id: number) =>
    app.deps.db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const state = () => app.deps.outbox.state()
  /** Lets time pass as a server polls: whenever a mail is due, as long as some time has not passed. */
  const pass = async (ms: number, outbox: Outbox = app.deps.outbox) => {
    const end = app.time.now + ms
    for (;;) {
      await outbox.deliverDue()
      const next = await app.deps.db
        .selectFrom('outbox')
        .select((of) => of.fn.min('next_at').as('at'))
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      const at = Number(next?.at ?? 0)
      if (at === 0 || at > end) break
      app.time.now = Math.max(app.time.now, at)
    }
    app.time.now = end
  }
  const otherNode = (keptRefused: number, pollMs = 20): Outbox =>
    createOutbox({
      ...app.deps,
      transport: createSmtpTransport(app.deps.config.smtp ?? expect.fail()),
      publicUrl: app.deps.config.publicOrigin,
      from: app.deps.config.mailFrom,
      renewLink,
      hasSettled: async () => true,
      keptRefused,
      times: { pollMs },
    })

  it('mails wait for weeks, one of them tried each quarter of an hour, and all leave once the sender is accepted', async () => {
    for (const login of ['paul', 'jeanne', 'lea']) await add(login)
    await pass(hour)
    asked.length = 0
    await pass(day)
    // One mail for all, in turns.
    expect(asked.length).toBeGreaterThan(90)
    expect(asked.length).toBeLessThanOrEqual(day / refusedSenderLimits.probeMs + 1)
    expect(new Set(asked).size).toBe(3)
    app.time.now += 40 * day
    expect(await state()).toMatchObject({
      waiting: 3,
      failed: 0,
      refused: { count: 3, oldestAt: app.time.now - 41 * day - hour, reason },
    })
    isWrong = false
    await app.deps.outbox.deliverDue()
    expect(server.received.flatMap(({ to }) => to).toSorted()).toEqual(
      ['jeanne', 'lea', 'paul'].map((login) => `${login}@exemple.fr`),
    )
    expect(await state()).toMatchObject({ waiting: 0, failed: 0, lastError: null, refused: null })
  })

  it('an invitation that waited for weeks leaves with a link that works', async () => {
    const { id: userId } = await addAccount(app, 'camille')
    const mail = await app.deps.db.transaction().execute(async (tx) => {
      const { token } = await createPasswordLink(tx, { userId, purpose: 'invitation', now: app.time.now })
      const values = { firstName: 'Camille', login: 'camille', token: token.reveal() }
      return app.deps.outbox.add(tx, { to: 'camille@exemple.fr', template: 'invitation', values }, userId)
    })
    await pass(hour)
    app.time.now += 40 * day
    // Another link deletes those that expired long ago.
    const { id: other } = await addAccount(app, 'paul')
    await app.deps.db
      .transaction()
      .execute((tx) => createPasswordLink(tx, { userId: other, purpose: 'reset', now: app.time.now }))
    isWrong = false
    await app.deps.outbox.deliverDue()
    expect(await rowOf(mail)).toMatchObject({ state: 'sent' })
    const links = app.deps.db.selectFrom('password_links').select('expires_at').where('user_id', '=', userId)
    expect(await links.execute()).toEqual([{ expires_at: app.time.now + 3 * day }])
  })

  it('the server that goes away after that has three days more', async () => {
    const { port } = server
    const id = await add('paul')
    await pass(hour)
    app.time.now += 10 * day
    await server.close()
    await pass(2 * day)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', last_error: expect.stringMatching(/^network/) })
    isWrong = false
    await serve(port)
    await pass(day / 2)
    expect(await rowOf(id)).toMatchObject({ state: 'sent' })
    // Those that were not the one that is tried have not used up their days.
    isWrong = true
    const many = [await add('lea'), await add('anne')]
    await pass(hour)
    app.time.now += 10 * day
    await server.close()
    await pass(2 * day)
    for (const one of many) expect(await rowOf(one)).toMatchObject({ state: 'waiting' })
    await pass(2 * day)
    for (const one of many) expect(await rowOf(one)).toMatchObject({ state: 'failed' })
    await serve(port)
    const late = await add('jeanne')
    await server.close()
    await pass(4 * day)
    expect(await rowOf(late)).toMatchObject({ state: 'failed' })
  })

  it('an answer to a request of that moment is given up after three days, and the others are kept', async () => {
    const [kept, answer] = [await add('paul'), await add('jeanne', 'passwordElsewhere')]
    await pass(hour)
    app.time.now += 3 * day
    await pass(hour)
    expect(await rowOf(answer)).toMatchObject({
      state: 'failed',
      last_error: 'obsolete',
      sealed: null,
    })
    expect(await rowOf(kept)).toMatchObject({ state: 'waiting' })
    expect(await state()).toMatchObject({ waiting: 1, failed: 1 })
  })

  it('answers that were not the one that is tried are given up as well, and not sent weeks later', async () => {
    const answers: number[] = []
    for (let count = 0; count < 6; count += 1) answers.push(await add(`oubli${count}`, 'passwordElsewhere'))
    const kept = await add('paul')
    await pass(hour)
    app.time.now += 20 * day
    isWrong = false
    await pass(hour)
    expect(server.received.flatMap(({ to }) => to)).toEqual(['paul@exemple.fr'])
    expect(await rowOf(kept)).toMatchObject({ state: 'sent' })
    for (const one of answers)
      expect(await rowOf(one)).toMatchObject({ state: 'failed', last_error: 'obsolete', sealed: null })
  })

  it('a sender whose domain the server does not find for now is a refused one, and greylisting is not', async () => {
    // The words of a Postfix with reject_unknown_sender_domain.
    words = { code: 450, text: '4.1.8 Sender address rejected: Domain not found' }
    const id = await add('paul')
    await pass(hour)
    app.time.now += 10 * day
    await pass(2 * hour)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting', last_error: 'sender:450 4.1.8' })
    isWrong = false
    await pass(hour)
    expect(await rowOf(id)).toMatchObject({ state: 'sent' })
    isWrong = true
    words = { code: 450, text: '4.7.1 Greylisted, try again later' }
    const other = await add('jeanne')
    await app.deps.outbox.deliverDue()
    expect(await rowOf(other)).toMatchObject({ state: 'waiting', last_error: 'reply:450 4.7.1' })
  })

  it('a recipient for whom the sender is refused alone holds up no other, and is not tried with each mail', async () => {
    isWrong = false
    excluded.add('externe@ailleurs.fr').add('externe@exemple.fr')
    const id = await add('externe')
    await app.deps.outbox.deliverDue()
    const tries = () => asked.filter((address) => address === 'externe@exemple.fr').length
    expect(tries()).toBe(1)
    for (let count = 0; count < 5; count += 1) {
      await add(`personne${count}`)
      await app.deps.outbox.deliverDue()
    }
    expect(server.received).toHaveLength(5)
    expect(tries()).toBe(1)
    expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
    // The sender is then refused for all for a while: the excluded one is not the only one that is tried.
    isWrong = true
    await add('paul')
    await pass(minute)
    isWrong = false
    await pass(hour)
    expect(server.received).toHaveLength(6)
    expect((await state()).refused).toMatchObject({ count: 1 })
  })

  it('a start tries at once, for the settings may be others', async () => {
    await add('paul')
    await pass(hour)
    isWrong = false
    const node = otherNode(refusedSenderLimits.kept)
    node.start()
    await expect.poll(() => server.received.length).toBe(1)
    await node.stop()
  })

  it('beyond as many as are kept the oldest are given up, those that invite nobody first, and this is told', async () => {
    const invited = await app.deps.db.transaction().execute((tx) => {
      const values = { firstName: 'Camille', login: 'camille' }
      return app.deps.outbox.add(tx, { to: 'c@exemple.fr', template: 'loginReminder', values }, 1)
    })
    const ids = [invited]
    for (const login of ['paul', 'jeanne', 'lea']) {
      app.time.now += 1
      ids.push(await add(login))
    }
    await app.deps.outbox.deliverDue()
    expect((await state()).refused).toMatchObject({ count: 4 })
    const node = otherNode(2)
    node.start()
    await expect.poll(async () => (await state()).failed).toBe(2)
    await node.stop()
    expect(await Promise.all(ids.map(async (id) => (await rowOf(id)).state))).toEqual([
      'waiting',
      'failed',
      'failed',
      'waiting',
    ])
    expect(await rowOf(ids[1] ?? 0)).toMatchObject({ last_error: 'crowded', sealed: null })
    expect(app.logged()).toContain('too many mails waited for their sender')
  })

  it('« Essayer maintenant » tries one, says what came of it, and is recorded', async () => {
    const world = worldOf(app)
    const cookie = await world.session(
      await world.addUser({ login: 'cheffe', role: 'ROLE_SUPER_ADMINISTRATOR' }),
    )
    const tryNow = async () =>
      (await app.call({ method: 'POST', path: '/api/administration/mail/try', cookie })).body
    const shown = async () =>
      (await app.call({ method: 'GET', path: '/api/administration/mail', cookie })).body
    expect(await tryNow()).toEqual({ outcome: 'none', reason: null })
    for (const login of ['paul', 'jeanne', 'lea']) await add(login)
    await app.deps.outbox.deliverDue()
    expect(await tryNow()).toEqual({ outcome: 'refused', reason })
    expect(await shown()).toMatchObject({
      waiting: 3,
      refused: { count: 3, reason, kept: refusedSenderLimits.kept },
    })
    isWrong = false
    expect(await tryNow()).toEqual({ outcome: 'accepted', reason: null })
    await expect.poll(() => server.received.length).toBe(3)
    await expect.poll(shown).toMatchObject({ waiting: 0, refused: null })
    const rows = app.deps.db.selectFrom('journal').select('seq').where('action', '=', 'mails.sender-tried')
    expect(await rows.execute()).toHaveLength(3)
    const other = await world.session(await world.addUser({ login: 'adjointe', role: 'ROLE_ADMINISTRATOR' }))
    const refused = await app.call({
      method: 'POST',
      path: '/api/administration/mail/try',
      cookie: other,
    })
    expect(refused.status).toBe(403)
  })

  it('two nodes that try at once send each mail once', async () => {
    for (let count = 0; count < 12; count += 1) await add(`personne${count}`)
    await app.deps.outbox.deliverDue()
    await pass(hour)
    isWrong = false
    const node = otherNode(refusedSenderLimits.kept)
    await Promise.all([app.deps.outbox.tryRefused(), node.tryRefused()])
    await Promise.all([app.deps.outbox.deliverDue(), node.deliverDue()])
    await expect.poll(() => server.received.length).toBe(12)
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(12)
    await node.stop()
  })
})
