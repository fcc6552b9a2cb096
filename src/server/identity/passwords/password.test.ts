import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountPasswordLengths, signInLimits } from '#domain/platform/limits.ts'
import { codeOfReply, startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { worldOf } from '#server/testing/world.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { createPasswordLink, resetPassword } from './password-links.ts'
import {
  addAccount,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  rightPassword,
  tokenOf,
  startWithCamille,
} from '#server/testing/sign-in.ts'

const newPassword = 'trois girafes lisent un journal'
const hours = 3_600_000

eachEngine((engine) => {
  let app: TestApp
  let userId: number

  const change = (body: object, foreign = false): Promise<Reply> =>
    app.call({ method: 'PATCH', path: '/api/auth/pwd', body, foreign })
  const byOld = (next: string, more: object = {}) =>
    change({
      login: 'camille',
      oldPassword: rightPassword,
      newPassword: next,
      confirmPassword: next,
      ...more,
    })
  const byLink = (token: string, next = newPassword) =>
    change({ token, newPassword: next, confirmPassword: next })
  const link = (purpose: 'invitation' | 'reset' = 'reset', id = userId) =>
    app.deps.db
      .transaction()
      .execute((tx) => createPasswordLink(tx, { userId: id, purpose, now: app.time.now }))
      .then(({ token }) => token.reveal())
  const opens = async (password: string) =>
    (await firstStep(newBrowser(app), 'camille', password)).status === 200
  const mails = async () =>
    (await app.deps.db.selectFrom('outbox').select('template').execute()).map(({ template }) => template)
  const sessions = async () => (await app.deps.db.selectFrom('sessions').select('id').execute()).length

  beforeEach(async () => {
    ;({ app, id: userId } = await startWithCamille(engine))
  })
  afterEach(() => app.close())

  describe('a new password set with the old one', () => {
    it('replaces it, and ends the sessions [SIGN-40]', async () => {
      const browser = newBrowser(app)
      await enrol(app, browser, 'camille')
      const reply = await byOld(newPassword)
      expect([reply.status, reply.body]).toEqual([
        200,
        { message: 'Mot de passe mis à jour, merci de vous identifier' },
      ])
      expect(await sessions()).toBe(0)
      expect((await browser.get('/api/session')).status).toBe(401)
      expect([await opens(rightPassword), await opens(newPassword)]).toEqual([false, true])
      expect(await journalled(app)).toContain('password.changed')
      expect(await mails(), 'of the second factor, then of the password').toEqual([
        'accountChanged',
        'accountChanged',
      ])
    })

    it('ends a pending sign-in', async () => {
      const browser = newBrowser(app)
      const jwt = await tokenOf(browser, 'camille')
      expect((await byOld(newPassword)).status).toBe(200)
      expect((await browser.post('/api/auth/2fasecret', { jwt })).status).toBe(401)
    })

    it('is refused with the same reply for a wrong old one, an unknown login and an inactive account [SIGN-17]', async () => {
      const other = await addAccount(app, 'partie')
      await app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', '=', other.id).execute()
      const replies = [
        await byOld(newPassword, { oldPassword: 'un tout autre mot de passe' }),
        await byOld(newPassword, { login: 'personne' }),
        await byOld(newPassword, { login: 'partie' }),
      ]
      const [first] = replies
      expect(codeOfReply(first ?? expect.fail())).toEqual([401, 'SIGN_IN_FAILED'])
      for (const reply of replies) expect(reply.text).toBe(first?.text)
    })

    it('counts failures with those of the first step, for known and unknown logins alike', async () => {
      for (const login of ['camille', 'personne']) {
        const wrong = { login, oldPassword: 'un tout autre mot de passe' }
        await firstStep(newBrowser(app), login, 'faux')
        for (let tries = 0; tries < 3; tries += 1) await byOld(newPassword, wrong)
        const last = await byOld(newPassword, wrong)
        expect(codeOfReply(last)).toEqual([401, 'ACCOUNT_BLOCKED'])
        expect((await firstStep(newBrowser(app), login)).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
      }
      expect(codeOfReply(await byOld(newPassword))).toEqual([401, 'ACCOUNT_BLOCKED'])
    })

    it('is validated only after the old one is right', async () => {
      const reply = await byOld('court', { oldPassword: 'un tout autre mot de passe' })
      expect(codeOfReply(reply)).toEqual([401, 'SIGN_IN_FAILED'])
    })

    it('is set once of two concurrent changes', async () => {
      const others = ['quatre girafes lisent un journal', 'cinq girafes lisent un journal']
      const replies = await Promise.all(others.map((password) => byOld(password)))
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 401])
      const winner = replies.findIndex((reply) => reply.status === 200)
      expect(await opens(others[winner] ?? '')).toBe(true)
    })
  })

  describe('the rules of a new password', () => {
    it('require 12 to 128 characters, and 16 for administrators [SIGN-43]', async () => {
      const chief = await addAccount(app, 'cheffe', 'ROLE_ADMINISTRATOR')
      const fifteen = 'zèbre-12 lune-7'
      expect(fifteen).toHaveLength(15)
      const faultsOf = (reply: Reply) => (reply.body as { details?: { faults?: string[] } }).details?.faults
      const token = await link()
      expect(codeOfReply(await byLink(token, 'zèbre-lune7'))).toEqual([422, 'PASSWORD_TOO_WEAK'])
      expect(faultsOf(await byLink(token, 'zèbre-lune7'))).toEqual(['TOO_SHORT'])
      expect(faultsOf(await byLink(token, `zèbre ${'-lune7'.repeat(21)}`))).toContain('TOO_LONG')
      expect(faultsOf(await byLink(token, 'la camille de midi'))).toEqual(['HOLDS_LOGIN'])
      expect(faultsOf(await byLink(token, 'motdepasse2026'))).toEqual(['COMMON'])
      const guessable = await byLink(token, 'Printemps2026!')
      expect(faultsOf(guessable)).toEqual(['GUESSABLE'])
      expect(guessable.body).toMatchObject({
        message: expect.stringContaining('Une phrase de mots tirés au hasard') as unknown,
      })
      expect((await byLink(token, fifteen)).status, 'a refusal does not use the link up').toBe(200)
      const hers = await link('reset', chief.id)
      expect(faultsOf(await byLink(hers, fifteen))).toEqual(['TOO_SHORT_FOR_ADMINISTRATOR'])
    })

    it('count what the account and its places are called as guessed first [SIGN-46]', async () => {
      await app.close()
      app = await startTestApp(engine, { TROUSSEAU_ORGANISATION: 'Mairie de Xylocratique' })
      const world = worldOf(app)
      const bank = await world.addBank('Régie Vantibulaire')
      const inside = await world.addUser({ login: 'dedans', banks: [bank] })
      const outside = await world.addUser({ login: 'dehors' })
      const named = 'Vantibulaire-Xylocratique-1987'
      expect(codeOfReply(await byLink(await link('reset', inside.id), named))).toEqual([
        422,
        'PASSWORD_TOO_WEAK',
      ])
      expect((await byLink(await link('reset', outside.id), named)).status).toBe(200)
    })

    it('are shown to the holder of a link, for their own account and while the link is valid [SIGN-43]', async () => {
      const rule = async (token: string, foreign = false) => {
        const body = { token }
        const reply = await app.call({ method: 'POST', path: '/api/auth/pwd/rule', body, foreign })
        return reply.status === 200 ? reply.body : reply.status
      }
      const chief = await addAccount(app, 'cheffe', 'ROLE_ADMINISTRATOR')
      const [token, hers] = [await link(), await link('invitation', chief.id)]
      const words = (login: string) => [login, 'Camille', 'Dupré', `${login}@exemple.fr`]
      expect([await rule(token), await rule(hers)]).toEqual([
        { administers: false, words: words('camille') },
        { administers: true, words: words('cheffe') },
      ])
      expect(await rule(token, true)).toBe(403)
      expect((await byLink(token)).status, 'the request does not use the link up').toBe(200)
      for (const over of [token, 'jeton']) expect(await rule(over)).toEqual({ administers: null, words: [] })
    })

    it('accept any Unicode and markup unchanged [VALI-11]', async () => {
      const strange = '<b>été</b> 🐘 "quoted" \u0000 end'
      expect((await byLink(await link(), strange)).status).toBe(200)
      expect(await opens(strange)).toBe(true)
    })

    it('refuse the last five, the current one included, and accept older ones again [SIGN-45]', async () => {
      const passwords = [rightPassword]
      for (let nth = 1; nth < accountPasswordLengths.remembered; nth += 1) {
        passwords.push(`${newPassword} numéro ${nth}`)
        expect((await byLink(await link(), passwords[nth])).status).toBe(200)
      }
      for (const password of passwords) {
        const reply = await byLink(await link(), password)
        expect([reply.status, reply.body]).toMatchObject([
          409,
          {
            code: 'USER_PASSWORD_ALREADY_IN_HISTORY',
            message: 'Votre mot de passe doit être différent de vos 5 derniers mots de passe',
          },
        ])
      }
      expect((await byLink(await link(), `${newPassword} numéro 5`)).status).toBe(200)
      expect((await byLink(await link(), rightPassword)).status).toBe(200)
      const rows = await app.deps.db.selectFrom('password_hashes').select('id').execute()
      expect(rows).toHaveLength(accountPasswordLengths.remembered)
    })

    it('require an equal confirmation', async () => {
      const token = await link()
      const reply = await change({ token, newPassword, confirmPassword: `${newPassword} ` })
      expect(codeOfReply(reply)).toEqual([422, 'CONFIRMATION_DIFFERS'])
      expect((await byLink(token)).status).toBe(200)
    })
  })

  describe('a link', () => {
    it('sets a password once without signing in, and sends no notice of a first password', async () => {
      await app.deps.db.deleteFrom('password_hashes').execute()
      const token = await link('invitation')
      const reply = await byLink(token)
      expect(reply.status).toBe(200)
      expect(reply.headers['set-cookie'] ?? '').not.toContain('sid=')
      expect([await opens(newPassword), await mails()]).toEqual([true, []])
      expect(codeOfReply(await byLink(token, `${newPassword} encore`))).toEqual([422, 'RESET_LINK_WRONG'])
    })

    it('used twice concurrently sets one of the two', async () => {
      const token = await link()
      const replies = await Promise.all(['un', 'deux'].map((word) => byLink(token, `${newPassword} ${word}`)))
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422])
    })

    it('expires after 30 minutes, and an invitation after 72 hours', async () => {
      const reset = await link()
      app.time.now += signInLimits.resetLinkMs
      expect(codeOfReply(await byLink(reset))).toEqual([422, 'RESET_LINK_WRONG'])
      const first = await link('invitation')
      app.time.now += 72 * hours - 1
      expect((await byLink(first)).status).toBe(200)
      const second = await link('invitation')
      app.time.now += 72 * hours
      expect(codeOfReply(await byLink(second, `${newPassword} !`))).toEqual([422, 'RESET_LINK_WRONG'])
    })

    it('ends when it is replaced, or when the password changes or the account becomes inactive', async () => {
      const first = await link()
      const second = await link()
      expect(codeOfReply(await byLink(first))).toEqual([422, 'RESET_LINK_WRONG'])
      expect((await byOld(newPassword)).status).toBe(200)
      expect(codeOfReply(await byLink(second))).toEqual([422, 'RESET_LINK_WRONG'])
      const third = await link()
      await app.deps.db.updateTable('users').set({ state_id: 2 }).where('id', '=', userId).execute()
      expect(codeOfReply(await byLink(third, `${newPassword} !`))).toEqual([422, 'RESET_LINK_WRONG'])
    })

    it('that was fabricated is refused like an expired one', async () => {
      for (const token of ['a', "' or 1=1 --", '\0', 'é'.repeat(200), '__proto__'])
        expect(codeOfReply(await byLink(token))).toEqual([422, 'RESET_LINK_WRONG'])
    })

    it('neither lifts a block nor changes the second factor', async () => {
      const browser = newBrowser(app)
      await enrol(app, browser, 'camille')
      for (let tries = 0; tries < 5; tries += 1) await firstStep(newBrowser(app), 'camille', 'faux')
      expect((await byLink(await link())).status).toBe(200)
      expect((await firstStep(newBrowser(app), 'camille', newPassword)).body).toMatchObject({
        code: 'ACCOUNT_BLOCKED',
      })
      const row = await app.deps.db
        .selectFrom('users')
        .select(['qr_scanned', 'totp_secret'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      expect([row.qr_scanned, row.totp_secret === null]).toEqual([1, false])
    })

    it('of a reset ends the old password immediately, and prevents its reuse', async () => {
      const browser = newBrowser(app)
      await enrol(app, browser, 'camille')
      const { token } = await app.deps.db
        .transaction()
        .execute((tx) => resetPassword(tx, { userId, now: app.time.now }))
      expect(await sessions()).toBe(0)
      expect(await opens(rightPassword)).toBe(false)
      expect(codeOfReply(await byOld(newPassword))).toEqual([401, 'SIGN_IN_FAILED'])
      const again = await byLink(token.reveal(), rightPassword)
      expect(codeOfReply(again)).toEqual([409, 'USER_PASSWORD_ALREADY_IN_HISTORY'])
      expect((await byLink(token.reveal())).status).toBe(200)
      expect(await opens(newPassword)).toBe(true)
      expect(await mails(), 'of the second factor, then of the password').toEqual([
        'accountChanged',
        'accountChanged',
      ])
    })

    it('changes the secret to enrol that a holder of the old password was shown', async () => {
      const shown = async (password: string) => {
        const browser = newBrowser(app)
        const { jwt } = (await firstStep(browser, 'camille', password)).body as { jwt: string }
        return ((await browser.post('/api/auth/2fasecret', { jwt })).body as { secret: string }).secret
      }
      const before = await shown(rightPassword)
      expect((await byLink(await link())).status).toBe(200)
      expect([await shown(newPassword)]).not.toContain(before)
    })
  })

  it('a password change accepts one form or the other, complete, and from the own pages only', async () => {
    const token = await link()
    const forms = [
      {},
      { token, newPassword },
      { token, newPassword, confirmPassword: newPassword, login: 'camille' },
      { login: 'camille', newPassword, confirmPassword: newPassword },
      { token: 1, newPassword, confirmPassword: newPassword },
      { token: { $ne: null }, newPassword, confirmPassword: newPassword },
    ]
    for (const form of forms) expect(codeOfReply(await change(form))).toEqual([400, 'INVALID_REQUEST'])
    const foreign = await change({ token, newPassword, confirmPassword: newPassword }, true)
    expect(codeOfReply(foreign)).toEqual([403, 'CSRF'])
    expect((await byLink(token)).status).toBe(200)
  })

  it('a password change writes no password and no token to the log or the journal', async () => {
    const token = await link()
    await byLink(token, 'court')
    await byLink(token)
    await byOld(newPassword, { oldPassword: newPassword })
    const journal = await app.deps.db.selectFrom('journal').selectAll().execute()
    for (const text of [app.logged(), JSON.stringify(journal)]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(newPassword)
      expect(text).not.toContain(rightPassword)
    }
  })
})
