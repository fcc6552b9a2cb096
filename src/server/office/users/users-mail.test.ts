import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { plainTextOf, startSmtpServer, type SmtpTestServer } from '#server/platform/mail/smtp-testing.ts'
import { addAccount, firstStep, newBrowser } from '#server/testing/sign-in.ts'
import { eachEngine } from '#server/testing/databases.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { newLogin, openOffice, type Caller, type Office } from './testing.ts'

type User = ReplyOf<typeof users.read>

eachEngine((engine) => {
  describe('mails about an account', () => {
    let office: Office
    let server: SmtpTestServer
    let caller: Caller
    let isUp: boolean
    beforeEach(async () => {
      isUp = true
      const answer = (address: string) =>
        address.startsWith('refus') ? { code: 550, text: 'no such mailbox' } : null
      server = await startSmtpServer({ tls: 'none', answer })
      office = await openOffice(engine, {
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        TROUSSEAU_MAIL_FROM: 'Trousseau <trousseau@exemple.fr>',
      })
      caller = await office.superAdministrator()
    })
    afterEach(async () => {
      await office.app.close()
      if (isUp) await server.close()
    })

    const idOf = async (login: string) =>
      (await office.app.deps.db.selectFrom('users').select('id').where('login', '=', login).execute()).map(
        ({ id }) => id,
      )
    const text = (index: number) => plainTextOf(server.received[index]?.raw ?? '')

    it('the link of a new user sets their password, and only once [USER-14]', async () => {
      const login = newLogin('invite')
      await caller.create({ login, email: `${login}@exemple.fr`, firstName: 'Zoé' })
      expect(server.received.map(({ to }) => to)).toEqual([[`${login}@exemple.fr`]])
      const token = /#token=([\w-]+)/.exec(text(0))?.[1] ?? ''
      const password = 'Brouette-Pivoine-Rhubarbe-71'
      const set = () =>
        office.app.call({
          method: 'PATCH',
          path: '/api/auth/pwd',
          body: { token, newPassword: password, confirmPassword: password },
        })
      expect((await set()).status).toBe(200)
      expect((await set()).body).toMatchObject({ code: 'RESET_LINK_WRONG' })
    })

    it('a permanently refused mail is reported, and the user stays created [USER-20]', async () => {
      const login = newLogin('sansboite')
      const reply = await caller.create({ login, email: `refus.${login}@exemple.fr` })
      expect(reply).toMatchObject({
        status: 409,
        body: { code: 'MAIL_WAS_NOT_SEND', message: "L'email n'a pas pu être envoyé" },
      })
      const [id] = await idOf(login)
      expect(id).toBeGreaterThan(0)
      expect(await caller.update(id ?? 0, { sendLogin: true })).toMatchObject({
        status: 409,
        body: { code: 'MAIL_WAS_NOT_SEND' },
      })
    })

    it('a mail server that is down is reported, and the user is created with the mail queued [USER-20]', async () => {
      await server.close()
      isUp = false
      const login = newLogin('patience')
      expect(await caller.create({ login })).toMatchObject({
        status: 409,
        body: { code: 'MAIL_WAS_NOT_SEND' },
      })
      expect(await idOf(login)).toHaveLength(1)
      const mails = await office.app.deps.db.selectFrom('outbox').select(['template', 'state']).execute()
      expect(mails).toEqual([{ template: 'invitation', state: 'waiting' }])
    })

    it('an unsent invitation is listed with the reason, until it or another one is sent', async () => {
      const seen = async (login: string) =>
        ((await caller.call('GET', `/api/user/?search=${login}`)).body as Partial<User>[]).map(
          (user) => user.unsentMail,
        )
      const [refused, late] = [newLogin('sansboite'), newLogin('attente')]
      await caller.create({ login: refused, email: `refus.${refused}@exemple.fr` })
      const reason = 'Le serveur de messagerie a refusé le message (550)'
      expect(await seen(refused)).toEqual([{ isInvitation: true, isWaiting: false, reason }])
      // A new link is sent to another address, and the former mail is obsolete.
      const [id] = await idOf(refused)
      // Another mail is no invitation, so the reply still reports the unsent one.
      const reminded = await caller.update(id ?? 0, { email: `${refused}@exemple.fr`, sendLogin: true })
      expect(reminded).toMatchObject({ status: 200, body: { unsentMail: { isWaiting: false } } })
      const updated = await caller.update(id ?? 0, { resetPassword: true })
      expect(updated).toMatchObject({ status: 200, body: { unsentMail: null } })
      expect(await seen(refused)).toEqual([null])

      await server.close()
      isUp = false
      await caller.create({ login: late })
      expect(await seen(late)).toEqual([
        {
          isInvitation: true,
          isWaiting: true,
          reason: 'Le serveur de messagerie ne répond pas (ECONNREFUSED)',
        },
      ])
      const page = await caller.call('GET', '/actions/user/get_content?limit=100')
      expect(page.text).toContain('Invitation pas encore envoyée')
      expect(page.text).toContain('ne répond pas (ECONNREFUSED)')
      server = await startSmtpServer({ tls: 'none', port: server.port })
      isUp = true
      office.app.time.now += 600_000
      await office.app.deps.outbox.deliverDue()
      expect(server.received).toHaveLength(1)
      expect(await seen(late)).toEqual([null])
    })

    it('a mail server that is down prevents no action: the mails are queued [USER-28] [USER-29] [USER-34]', async () => {
      const user = await office.world.addUser({ login: newLogin('patient') })
      await server.close()
      isUp = false
      const acts = { resetPassword: true, googleAuthenticatorSecret: null, qrScanned: false, sendLogin: true }
      expect(await caller.update(user.id, acts)).toMatchObject({
        status: 409,
        body: { code: 'MAIL_WAS_NOT_SEND' },
      })
      const waiting = await office.app.deps.db.selectFrom('outbox').select(['template', 'state']).execute()
      expect(waiting.toSorted((one, other) => (one.template < other.template ? -1 : 1))).toEqual([
        { template: 'loginReminder', state: 'waiting' },
        { template: 'passwordReset', state: 'waiting' },
        { template: 'secondFactorReset', state: 'waiting' },
      ])
    })

    it('a refused mailbox is reported, and the old password has ended nevertheless [USER-28] [USER-30]', async () => {
      const user = await addAccount(office.app, newLogin('perdu'))
      const email = `refus.${user.login}@exemple.fr`
      await office.app.deps.db.updateTable('users').set({ email }).where('id', '=', user.id).execute()
      expect(await caller.update(user.id, { resetPassword: true })).toMatchObject({
        status: 409,
        body: { code: 'MAIL_WAS_NOT_SEND' },
      })
      expect((await firstStep(newBrowser(office.app), user.login)).status).toBe(401)
    })

    it('the login is sent to its owner [USER-34]', async () => {
      const user = await office.world.addUser({ login: newLogin('oublieux') })
      await caller.update(user.id, { sendLogin: true })
      expect(server.received.map(({ to }) => to)).toEqual([[`${user.login}@exemple.fr`]])
      expect(text(0)).toContain(user.login)
      expect(text(0)).not.toContain('token')
    })

    it('actions with a new address send their mails there, end links to the old one, and notify the old one', async () => {
      const login = newLogin('demenage')
      const former = `${login}@exemple.fr`
      const { id } = (await caller.create({ login, email: former })).body as { id: number }
      const email = `${login}@ailleurs.fr`
      await caller.update(id, { email, resetPassword: true, sendLogin: true })
      const sent = () => server.received.slice(1).map(({ to }) => to[0])
      await expect.poll(sent).toHaveLength(3)
      expect(new Set(sent())).toEqual(new Set([email, former]))
      expect(text(1 + sent().indexOf(former))).toContain("remplacé l'adresse e-mail")
      const live = await office.app.deps.db
        .selectFrom('password_links')
        .select('purpose')
        .where('user_id', '=', id)
        .where('used_at', 'is', null)
        .execute()
      expect(live).toEqual([{ purpose: 'reset' }])
    })
  })
})
