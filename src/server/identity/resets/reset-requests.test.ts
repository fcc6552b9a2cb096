import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signInLimits } from '#domain/platform/limits.ts'
import { userStates } from '#domain/platform/roles.ts'
import { throttleLimits } from '#server/platform/http/throttle.ts'
import { codeOfReply, type Reply } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { startMailedApp, type MailedApp } from '#server/testing/mailed-app.ts'
import { createPasswordLink } from '#server/identity/passwords/password-links.ts'
import { createResetRequests } from './reset-requests.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  secondStep,
} from '#server/testing/sign-in.ts'

const address = 'camille@exemple.fr'
const newPassword = 'trois girafes lisent un journal'
const { resetAgainMs, resetLinkMs, resetsPerHour } = signInLimits

eachEngine((engine) => {
  let mailed: MailedApp
  let userId: number

  const ask = (email: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    mailed.app.call({ method: 'POST', path: '/api/reset/password', body: { email }, headers })
  /** What a running server does by itself shortly after. */
  const handle = async () => {
    await mailed.app.deps.resetRequests.handleDue()
    await mailed.app.deps.outbox.deliverDue()
  }
  const linkFor = async (email = address) => {
    expect((await ask(email)).status).toBe(200)
    await handle()
    return mailed.tokenTo(email)
  }
  const set = (token: string, password = newPassword) =>
    mailed.app.call({
      method: 'PATCH',
      path: '/api/auth/pwd',
      body: { token, newPassword: password, confirmPassword: password },
    })
  const change = (values: object, login = 'camille') =>
    mailed.app.deps.db.updateTable('users').set(values).where('login', '=', login).execute()

  beforeEach(async () => {
    mailed = await startMailedApp(engine)
    userId = (await addAccount(mailed.app, 'camille')).id
  })
  afterEach(() => mailed.close())

  describe('a request for a password link', () => {
    it('sends the link by mail, which sets a password [SIGN-35] [SIGN-38]', async () => {
      const reply = await ask(` ${address.toUpperCase()} `)
      expect([reply.status, reply.body]).toEqual([
        200,
        { message: "L'email a été envoyé", redirect: '/auth?message=send_reset_mail_success' },
      ])
      await handle()
      expect(mailed.addressees()).toEqual([address])
      expect(mailed.mailTo(address)).toContain('http://localhost:8420/auth/password#token=')
      expect((await firstStep(newBrowser(mailed.app), 'camille')).status, 'the old one is still valid').toBe(
        200,
      )
      expect((await set(mailed.tokenTo(address))).status).toBe(200)
      expect((await firstStep(newBrowser(mailed.app), 'camille')).status).toBe(401)
      expect((await firstStep(newBrowser(mailed.app), 'camille', newPassword)).status).toBe(200)
      expect(await journalled(mailed.app)).toContain('password.link-asked')
    })

    it('gives a link valid once, within thirty minutes of the mail, and for this account only [SIGN-38]', async () => {
      await addAccount(mailed.app, 'autre')
      const token = await linkFor()
      const both = await Promise.all([set(token), set(token, `${newPassword} aussi`)])
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
      expect((await firstStep(newBrowser(mailed.app), 'autre')).status, 'another account is unchanged').toBe(
        200,
      )
      mailed.app.time.now += resetAgainMs
      const late = await linkFor()
      mailed.app.time.now += resetLinkMs
      expect(codeOfReply(await set(late))).toEqual([422, 'RESET_LINK_WRONG'])
    })

    it('gets the same reply with or without an account, and sends mail only to accounts [SIGN-37]', async () => {
      const { db } = mailed.app.deps
      for (const login of ['inactif', 'parti', 'annuaire']) await addAccount(mailed.app, login)
      await change({ state_id: userStates.inactive }, 'inactif')
      await change({ deleted_at: 1, email_key: null, login_key: null }, 'parti')
      await change({ ad_id: 1 }, 'annuaire')
      const replies = []
      for (const login of ['camille', 'inactif', 'parti', 'annuaire', 'personne']) {
        replies.push(await ask(`${login}@exemple.fr`))
      }
      for (const reply of replies) {
        expect([reply.status, reply.text]).toEqual([200, replies[0]?.text])
        expect(Object.keys(reply.headers).toSorted()).toEqual(
          Object.keys(replies[0]?.headers ?? {}).toSorted(),
        )
      }
      const rows = await db.selectFrom('reset_requests').select('is_waiting').execute()
      expect(rows, 'the same is written for all of them').toEqual(rows.map(() => ({ is_waiting: 1 })))
      expect(rows).toHaveLength(replies.length)
      await handle()
      expect(mailed.addressees().toSorted()).toEqual(['annuaire@exemple.fr', address])
      expect(mailed.mailTo('annuaire@exemple.fr')).toContain("l'annuaire de votre organisation")
      expect(mailed.mailTo('annuaire@exemple.fr')).not.toContain('token')
    })

    it('gives no link to an account with single sign-on alone, and a link to one that also has a password', async () => {
      const { db } = mailed.app.deps
      for (const login of ['unique', 'lie']) {
        const { id } = await addAccount(mailed.app, login)
        const identity = { issuer: 'https://sso.example', subject: login, about: Buffer.from('x') }
        await db
          .insertInto('sso_identities')
          .values({ user_id: id, ...identity, linked_at: 1, linked_by: null })
          .execute()
        if (login === 'unique')
          await db.updateTable('password_hashes').set({ ended_at: 1 }).where('user_id', '=', id).execute()
      }
      expect(await linkFor('unique@exemple.fr')).toBe('')
      expect(mailed.mailTo('unique@exemple.fr')).toContain("l'authentification unique de votre organisation")
      expect(await linkFor('lie@exemple.fr')).not.toBe('')
    })

    it('is refused while the mail server is down, for any address and even after a recent success [SIGN-37]', async () => {
      expect((await ask('autre@exemple.fr')).status).toBe(200)
      await mailed.app.deps.db.deleteFrom('reset_requests').execute()
      await mailed.shutMailServer()
      const replies = [await ask(address), await ask('personne@exemple.fr')]
      expect(codeOfReply(replies[0] ?? expect.fail())).toEqual([409, 'MAIL_WAS_NOT_SEND'])
      expect(replies[1]?.text).toBe(replies[0]?.text)
      expect(await mailed.app.deps.db.selectFrom('reset_requests').selectAll().execute()).toEqual([])
    })

    it('gets the usual reply when the mail server refuses the mailbox', async () => {
      await change({ email: 'refus@exemple.fr', email_key: 'refus@exemple.fr' })
      expect((await ask('refus@exemple.fr')).status).toBe(200)
      await handle()
      expect(mailed.addressees()).toEqual([])
    })

    it('sends one mail when two nodes handle it concurrently', async () => {
      await ask(address)
      const other = createResetRequests(mailed.app.deps)
      await Promise.all([mailed.app.deps.resetRequests.handleDue(), other.handleDue()])
      await mailed.app.deps.outbox.deliverDue()
      expect(mailed.addressees()).toEqual([address])
    })

    it('survives the node that accepted it', async () => {
      await ask(address)
      const after = createResetRequests(mailed.app.deps)
      await after.handleDue()
      await mailed.app.deps.outbox.deliverDue()
      expect((await set(mailed.tokenTo(address))).status).toBe(200)
    })
  })

  describe('repeated requests', () => {
    it('send one mail a minute and five an hour, with unchanged replies', async () => {
      for (let nth = 0; nth < 3; nth += 1) expect((await ask(address)).status).toBe(200)
      await handle()
      expect((await ask(address)).status).toBe(200)
      await handle()
      expect(mailed.addressees()).toHaveLength(1)
      for (let nth = 0; nth < 2 * resetsPerHour; nth += 1) {
        mailed.app.time.now += resetAgainMs
        expect((await ask(address)).status).toBe(200)
        await handle()
      }
      expect(mailed.addressees()).toHaveLength(resetsPerHour)
      mailed.app.time.now += 3_600_000
      await ask(address)
      await handle()
      expect(mailed.addressees()).toHaveLength(resetsPerHour + 1)
    })

    it('send one mail when they are concurrent', async () => {
      const replies = await Promise.all(Array.from({ length: 6 }, () => ask(address)))
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      await handle()
      expect(mailed.addressees()).toEqual([address])
    })

    it('from one network address end with 429, whatever address they name', async () => {
      const asked = Array.from({ length: throttleLimits.network.tries }, (_, nth) =>
        ask(`personne${nth}@exemple.fr`),
      )
      expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
      expect(codeOfReply(await ask('encore@exemple.fr'))).toEqual([429, 'TOO_MANY_TRIES'])
      expect(codeOfReply(await ask(address))).toEqual([429, 'TOO_MANY_TRIES'])
    })
  })

  describe('a password reset', () => {
    it('clears no lockout and skips no second factor', async () => {
      const browser = newBrowser(mailed.app)
      const secret = await enrol(mailed.app, browser, 'camille')
      for (let nth = 0; nth < 5; nth += 1) await firstStep(browser, 'camille', 'faux')
      const blocked = () =>
        mailed.app.deps.db.selectFrom('users').select(['failures', 'blocks', 'blocked_until']).execute()
      const before = await blocked()
      expect((await set(await linkFor())).status).toBe(200)
      expect(await blocked()).toEqual(before)
      expect(codeOfReply(await firstStep(browser, 'camille', newPassword))).toEqual([401, 'ACCOUNT_BLOCKED'])
      mailed.app.time.now += 15 * 60_000
      const after = newBrowser(mailed.app)
      const first = await firstStep(after, 'camille', newPassword)
      const { jwt } = first.body as { jwt: string }
      expect((await after.post('/api/auth/2fasecret', { jwt })).body).toMatchObject({ secret: null })
      expect((await after.get('/api/session')).status).toBe(401)
      expect((await secondStep(after, jwt, codeOf(secret, mailed.app.time.now))).status).toBe(200)
    })

    it('requested by anybody does not end an invitation; a used link ends all others', async () => {
      const { db } = mailed.app.deps
      const now = mailed.app.time.now
      const invitation = await db
        .transaction()
        .execute((tx) => createPasswordLink(tx, { userId, purpose: 'invitation', now }))
      const asked = await linkFor()
      expect((await set(invitation.token.reveal())).status).toBe(200)
      expect(codeOfReply(await set(asked, `${newPassword} deux`))).toEqual([422, 'RESET_LINK_WRONG'])
    })

    it('ends when an administrator changes the address, the state or the directory of the account', async () => {
      const token = await linkFor()
      await change({ state_id: userStates.inactive })
      expect(codeOfReply(await set(token))).toEqual([422, 'RESET_LINK_WRONG'])
      await change({ state_id: userStates.active, ad_id: 1 })
      expect(codeOfReply(await set(token))).toEqual([422, 'RESET_LINK_WRONG'])
    })

    it('links to the configured URL, whatever Host the request names', async () => {
      const forged = {
        host: 'voleur.example',
        'x-forwarded-host': 'voleur.example',
        forwarded: 'host=voleur.example',
      }
      expect((await ask(address, forged)).status).toBe(200)
      await handle()
      expect(mailed.mailTo(address)).toContain('http://localhost:8420/auth/password#token=')
      expect(mailed.server.received.map(({ raw }) => raw).join('')).not.toContain('voleur')
    })

    it.each([[['a@b.fr']], [{ $ne: '' }], [12], [null], [true]])(
      'rejects %j as an invalid request',
      async (email) => {
        expect(codeOfReply(await ask(email))).toEqual([400, 'INVALID_REQUEST'])
      },
    )

    it.each(['pas une adresse', 'a@b.fr\u0000', `${address}\r\nBcc: voleur@exemple.fr`, '*)(mail=*', '%'])(
      'rejects %j as malformed',
      async (email) => {
        const reply = await ask(email)
        expect(reply.status).toBe(422)
        expect(mailed.addressees()).toEqual([])
      },
    )

    it('stores the token neither in the database nor in the log', async () => {
      const token = await linkFor()
      const { db } = mailed.app.deps
      const rows = [
        await db.selectFrom('password_links').selectAll().execute(),
        await db.selectFrom('reset_requests').selectAll().execute(),
        await db.selectFrom('journal').selectAll().execute(),
        await db.selectFrom('outbox').selectAll().execute(),
      ]
      for (const text of [JSON.stringify(rows), mailed.app.logged()]) {
        expect(text).not.toContain(token)
        expect(text).not.toContain(address)
      }
    })
  })
})
