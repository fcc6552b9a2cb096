import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountLimits, signInLimits } from '#domain/platform/limits.ts'
import {
  addAccount,
  codeOf,
  newBrowser,
  prove,
  proven,
  tokenOf,
  type Browser,
  startWithCamille,
} from '#server/testing/sign-in.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { relyingPartyOf } from './relying-party.ts'
import { softAuthenticator } from '#server/testing/authenticator.ts'

type Options = { challenge: string; rpId: string; rp: { id: string } }

eachEngine((engine) => {
  describe('passkeys', () => {
    let app: TestApp
    let here: Browser
    let secret: string
    beforeEach(async () => {
      ;({ app, browser: here } = await startWithCamille(engine))
      secret = await proven(app, here, 'camille')
    })
    afterEach(() => app.close())

    const optionsOf = async (browser: Browser, path: string, body?: object) => {
      const reply = await browser.post(path, body)
      expect(reply.status, reply.text).toBe(200)
      return reply.body as Options
    }
    const askToAdd = (browser = here) => optionsOf(browser, '/api/account/passkey/options')
    const add = (response: object, name = 'Téléphone', browser = here) =>
      browser.post('/api/account/passkey', { name, response })
    const added = async (authenticator = softAuthenticator()) => {
      const reply = await add(authenticator.create(await askToAdd()))
      expect(reply.status, reply.text).toBe(201)
      return { authenticator, id: (reply.body as { id: number }).id }
    }
    const begin = async (browser = newBrowser(app), login = 'camille') => {
      const jwt = await tokenOf(browser, login)
      return { browser, jwt, ask: () => optionsOf(browser, '/api/auth/passkey/options', { jwt }) }
    }
    const verify = (browser: Browser, jwt: string, response: object) =>
      browser.post('/api/auth/passkey/verify', { jwt, response, source: 'web' })

    it('are bound to this address, listed with name and last use, and open a session as a second factor', async () => {
      const { authenticator } = await added()
      const { browser, jwt, ask } = await begin()
      const options = await ask()
      expect(options).toMatchObject({
        rpId: 'localhost',
        userVerification: 'preferred',
        allowCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
      })
      const reply = await verify(browser, jwt, authenticator.get(options))
      expect([reply.status, reply.body]).toEqual([200, { redirect: '/routes/explorer' }])
      expect((await browser.get('/api/account')).body).toMatchObject({
        passkeys: [{ name: 'Téléphone', lastUsedAt: new Date(app.time.now).toISOString() }],
      })
    })

    it('are refused with another challenge, origin, address or key, or without user presence', async () => {
      const { authenticator } = await added()
      const { browser, jwt, ask } = await begin()
      const other = softAuthenticator()
      const wrong = [
        (options: Options) => authenticator.get(options, { challenge: 'AAAA' }),
        (options: Options) => authenticator.get(options, { origin: 'https://exemple.test' }),
        (options: Options) => authenticator.get(options, { rpId: 'exemple.test' }),
        (options: Options) => ({ ...other.get(options), id: authenticator.id }),
      ]
      for (const make of wrong) {
        const reply = await verify(browser, jwt, make(await ask()))
        expect([reply.status, reply.body]).toMatchObject([401, { code: 'SIGN_IN_FAILED' }])
      }
      const absent = authenticator.get(await ask(), { isPresent: false })
      // The fifth failure in a row blocks, as with any second factor.
      expect((await verify(browser, jwt, absent)).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
    })

    it('answer a challenge once, within five minutes, in the browser and sign-in that requested it', async () => {
      const { authenticator } = await added()
      const first = await begin()
      const answer = authenticator.get(await first.ask())
      const second = await begin()
      expect((await verify(second.browser, second.jwt, answer)).status, 'another sign-in').toBe(401)
      expect((await verify(second.browser, first.jwt, answer)).status, 'another browser').toBe(401)
      expect((await verify(first.browser, first.jwt, answer)).status).toBe(200)
      expect((await verify(first.browser, first.jwt, answer)).status, 'again').toBe(401)
      const third = await begin()
      const late = authenticator.get(await third.ask())
      app.time.now += Math.min(accountLimits.challengeMs, signInLimits.step1Ms)
      expect((await verify(third.browser, third.jwt, late)).status, 'late').toBe(401)
    })

    it('open one session for two concurrent replies to one challenge', async () => {
      const { authenticator } = await added()
      const { browser, jwt, ask } = await begin()
      const answer = authenticator.get(await ask())
      const replies = await Promise.all([verify(browser, jwt, answer), verify(browser, jwt, answer)])
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    })

    it('are refused when their counter decreases, which means a copied key', async () => {
      const { authenticator } = await added()
      for (const [counter, status] of [
        [5, 200],
        [5, 401],
        [4, 401],
        [6, 200],
      ] as const) {
        const { browser, jwt, ask } = await begin()
        const reply = await verify(browser, jwt, authenticator.get(await ask(), { counter }))
        expect(reply.status, `counter ${counter}`).toBe(status)
      }
    })

    it('are not added for another challenge, origin or address, nor twice, nor to two accounts', async () => {
      const authenticator = softAuthenticator()
      for (const twist of [
        { challenge: 'AAAA' },
        { origin: 'https://exemple.test' },
        { rpId: 'exemple.test' },
      ]) {
        const reply = await add(authenticator.create(await askToAdd(), twist))
        expect([reply.status, reply.body]).toMatchObject([422, { code: 'PASSKEY_WRONG' }])
      }
      const right = authenticator.create(await askToAdd())
      expect((await add(right)).status).toBe(201)
      expect((await add(right)).body, 'its challenge is used up').toMatchObject({ code: 'PASSKEY_WRONG' })
      const voisine = newBrowser(app)
      await addAccount(app, 'voisine')
      await proven(app, voisine, 'voisine')
      const copied = authenticator.create(await askToAdd(voisine))
      expect((await add(copied, 'Copie', voisine)).body).toMatchObject({ code: 'PASSKEY_KNOWN' })
    })

    it('of another account are refused at sign-in, and can be neither renamed nor removed', async () => {
      const { authenticator, id } = await added()
      const voisine = newBrowser(app)
      await addAccount(app, 'voisine')
      await proven(app, voisine, 'voisine')
      const own = softAuthenticator()
      expect((await add(own.create(await askToAdd(voisine)), 'À moi', voisine)).status).toBe(201)
      const path = `/api/account/passkey/${id}`
      for (const reply of [await voisine.patch(path, { name: 'Prise' }), await voisine.remove(path)])
        expect([reply.status, reply.body]).toMatchObject([404, { code: 'PASSKEY_NOT_FOUND' }])
      const { browser, jwt, ask } = await begin(newBrowser(app), 'voisine')
      expect((await verify(browser, jwt, authenticator.get(await ask()))).status).toBe(401)
    })

    it('are renamed and removed by their owner, and then refused', async () => {
      const { authenticator, id } = await added()
      const path = `/api/account/passkey/${id}`
      const { browser, jwt, ask } = await begin()
      const answer = authenticator.get(await ask())
      expect((await here.patch(path, { name: 'Clé grise' })).status).toBe(200)
      expect((await here.get('/api/account')).body).toMatchObject({ passkeys: [{ name: 'Clé grise' }] })
      const cookie = here.cookies.get('sid')
      expect((await here.remove(path)).status).toBe(200)
      // Whoever had the passkey may be signed in with it: the current session continues under another cookie.
      expect([here.cookies.get('sid') === cookie, (await here.get('/api/account')).status]).toEqual([
        false,
        200,
      ])
      expect((await app.deps.db.selectFrom('sessions').select('id').execute()).length).toBe(1)
      expect((await verify(browser, jwt, answer)).status).toBe(401)
      const again = await begin()
      const methods = await again.browser.post('/api/auth/2fasecret', { jwt: again.jwt })
      expect(methods.body).toMatchObject({ methods: ['totp'] })
    })

    it('give the fresh proof of « Mon compte » too, with a challenge of this session', async () => {
      const { authenticator } = await added()
      app.time.now += accountLimits.proofMs
      const options = await optionsOf(here, '/api/account/proof/passkey')
      const factor = { method: 'passkey', response: authenticator.get(options) }
      const proof = { password: 'quatre chevaux bleus galopent', factor }
      expect((await here.post('/api/account/proof', proof)).status).toBe(200)
      expect((await here.post('/api/account/proof', proof)).body).toMatchObject({ code: 'PROOF_WRONG' })
      app.time.now += 30_000
      expect((await prove(here, codeOf(secret, app.time.now))).status).toBe(200)
    })

    it('are deleted, with the recovery codes, when the second factor is reset or the account deleted', async () => {
      await added()
      expect((await here.post('/api/account/recovery')).status).toBe(200)
      const chief = newBrowser(app)
      await addAccount(app, 'chef', 'ROLE_SUPER_ADMINISTRATOR')
      await proven(app, chief, 'chef')
      const { id } = (await here.get('/api/account')).body as { id: number }
      const update = { googleAuthenticatorSecret: null, qrScanned: false }
      expect((await chief.patch(`/api/user/${id}`, { update })).status).toBe(200)
      for (const table of ['passkeys', 'recovery_codes', 'recovery_sets'] as const)
        expect(await app.deps.db.selectFrom(table).selectAll().execute(), table).toEqual([])
      expect((await here.get('/api/session')).status).toBe(401)
    })
  })
})

describe('passkeys are offered', () => {
  it.each([
    ['https://coffre.exemple.fr', 'coffre.exemple.fr'],
    ['http://localhost:8420', 'localhost'],
    ['http://coffre.exemple.fr', undefined],
    ['https://192.0.2.10', undefined],
    ['http://127.0.0.1:8420', undefined],
    ['https://[::1]:8420', undefined],
  ])('under %s for %s', (publicOrigin, id) => {
    expect(relyingPartyOf({ publicOrigin })?.id).toBe(id)
  })
})
