import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deviceLimits, lockoutLimits } from '#domain/platform/limits.ts'
import type { Reply, TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  newBrowser,
  prove,
  proven,
  rightPassword,
  secondStep,
  signInElsewhere,
  startWithCamille,
  tokenOf,
  type Browser,
} from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'

const wrong = 'un autre mot de passe'
const codesOf = (replies: readonly Reply[]) => replies.map(({ body }) => (body as { code?: string }).code)

eachEngine((engine) => {
  let app: TestApp
  /** A browser that has signed camille in. */
  let browser: Browser
  let secret: string
  beforeEach(async () => {
    ;({ app, browser } = await startWithCamille(engine))
    secret = await enrol(app, browser, 'camille')
    app.time.now += 30_000
  })
  afterEach(() => app.close())

  /** Uses up the tries of the one address that all these tests share, with 101 unknown logins. */
  const hold = async () => {
    for (let count = 0; count < 100; count += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          firstStep(newBrowser(app), `inconnu${count + index}`, wrong),
        ),
      )
    }
    expect(codesOf([await firstStep(newBrowser(app), 'inconnu', wrong)])).toEqual(['TOO_MANY_TRIES'])
  }
  /** A browser with no cookie but this known-browser mark. */
  const holding = (device: string) => {
    const other = newBrowser(app)
    other.cookies.set('device', device)
    return other
  }
  const mark = (of = browser) => of.cookies.get('device') ?? ''
  const known = () => app.deps.db.selectFrom('known_devices').selectAll().execute()
  const isKnown = async (device: string, login = 'camille') =>
    (await firstStep(holding(device), login)).status === 200

  describe('a hundred and one wrong tries from one address', () => {
    it('block unknown browsers, even with the right password', async () => {
      await hold()
      const refused = await firstStep(newBrowser(app), 'camille')
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900'])
    })

    it('do not block a browser that has signed the account in, even after sign-out', async () => {
      await browser.post('/api/auth/logout')
      await hold()
      const jwt = await tokenOf(browser, 'camille')
      expect((await secondStep(browser, jwt, codeOf(secret, app.time.now))).status).toBe(200)
      expect((await browser.get('/api/session')).status).toBe(200)
    })

    it('do not block a pending sign-in, in the browser that began it', async () => {
      await addAccount(app, 'lou')
      const there = newBrowser(app)
      const jwt = await tokenOf(there, 'lou')
      await hold()
      const shown = await there.post('/api/auth/2fasecret', { jwt })
      const code = codeOf((shown.body as { secret: string }).secret, app.time.now)
      expect(codesOf([await secondStep(newBrowser(app), jwt, code)])).toEqual(['TOO_MANY_TRIES'])
      expect((await secondStep(there, jwt, code)).status).toBe(200)
    })

    it('do not block proofs and password changes of signed-in users', async () => {
      await hold()
      expect((await prove(browser, codeOf(secret, app.time.now))).status).toBe(200)
      const newPassword = 'cinq lanternes rouges vacillent'
      const change = { oldPassword: rightPassword, newPassword, confirmPassword: newPassword }
      expect((await browser.patch('/api/account/password', change)).status).toBe(200)
    })

    it('do not block a known browser that changes an expired password without a session', async () => {
      await hold()
      const newPassword = 'cinq lanternes rouges vacillent'
      const change = {
        login: 'camille',
        oldPassword: rightPassword,
        newPassword,
        confirmPassword: newPassword,
      }
      expect(codesOf([await newBrowser(app).patch('/api/auth/pwd', change)])).toEqual(['TOO_MANY_TRIES'])
      expect((await holding(mark()).patch('/api/auth/pwd', change)).status).toBe(200)
    })

    it('block a mark that is of another account, forged or expired', async () => {
      await addAccount(app, 'sacha')
      const theirs = newBrowser(app)
      await enrol(app, theirs, 'sacha')
      await hold()
      expect(await isKnown(mark(theirs), 'sacha')).toBe(true)
      const [first = ''] = mark()
      const forged = `${first === 'A' ? 'B' : 'A'}${mark().slice(1)}`
      for (const device of [mark(theirs), forged, '', `${mark()}.x`, 'x'.repeat(4_000)]) {
        expect(codesOf([await firstStep(holding(device), 'camille')]), device).toEqual(['TOO_MANY_TRIES'])
      }
      expect(codesOf([await firstStep(holding(mark()), 'personne')])).toEqual(['TOO_MANY_TRIES'])
      expect(await isKnown(mark())).toBe(true)
      await app.deps.db.updateTable('known_devices').set({ expires_at: app.time.now }).execute()
      expect(await isKnown(mark())).toBe(false)
    })
  })

  describe('a stolen mark', () => {
    it('allows the tries of the lockout, then counts towards its network like any other', async () => {
      await hold()
      const device = mark()
      const tries: Reply[] = []
      for (let count = 0; count < 7; count += 1)
        tries.push(await firstStep(holding(device), 'camille', wrong))
      expect(codesOf(tries)).toEqual([
        ...Array<string>(4).fill('SIGN_IN_FAILED'),
        'ACCOUNT_BLOCKED',
        'TOO_MANY_TRIES',
        'TOO_MANY_TRIES',
      ])
      expect(codesOf([await firstStep(holding(device), 'camille')])).toEqual(['TOO_MANY_TRIES'])
    })

    it('allows no more tries when they are concurrent', async () => {
      await hold()
      const device = mark()
      const tries = await Promise.all(
        Array.from({ length: 30 }, () => firstStep(holding(device), 'camille', wrong)),
      )
      const judged = codesOf(tries).filter((code) =>
        ['SIGN_IN_FAILED', 'ACCOUNT_BLOCKED'].includes(code ?? ''),
      )
      expect(judged.length).toBeLessThanOrEqual(lockoutLimits.failures)
    })

    it('is invalid once its browser has signed in again', async () => {
      const stolen = mark()
      await secondStep(browser, await tokenOf(browser, 'camille'), codeOf(secret, app.time.now))
      expect(mark()).not.toBe(stolen)
      await hold()
      expect(await isKnown(stolen)).toBe(false)
      expect(await isKnown(mark())).toBe(true)
    })

    it('gives no access by itself', async () => {
      for (const path of ['/api/session', '/api/chest/user/', '/api/account']) {
        const reply = await holding(mark()).get(path)
        expect([path, reply.status]).toEqual([path, 401])
      }
      const asSession = await app.call({ method: 'GET', path: '/api/session', cookie: `sid=${mark()}` })
      expect(asSession.status).toBe(401)
    })
  })

  it('wrong tries of a known browser and of a session count for no network', async () => {
    for (let count = 0; count < 2; count += 1) await firstStep(browser, 'camille', wrong)
    await prove(browser, '000000')
    const counts = app.deps.db.selectFrom('sign_in_networks').select('tries').where('tries', '>', 0)
    expect(await counts.execute()).toEqual([])
    const apart = await app.deps.db.selectFrom('tries_apart').select('tries').orderBy('tries').execute()
    expect(apart.filter(({ tries }) => tries > 0)).toEqual([{ tries: 1 }, { tries: 2 }])
  })

  it('proofs during a block count for their network once the session has used its own tries', async () => {
    for (let count = 0; count < 4; count += 1)
      expect(codesOf([await prove(browser, '000000', wrong)])).toEqual(['PROOF_WRONG'])
    for (let count = 0; count < 4; count += 1)
      expect(codesOf([await prove(browser, '000000', wrong)])).toEqual(['PROOF_BLOCKED'])
    const counts = app.deps.db.selectFrom('sign_in_networks').select('tries').where('network', '<>', '*')
    expect(await counts.execute()).toEqual([{ tries: 3 }])
  })

  describe('a browser', () => {
    it('is known for each account that it has signed in', async () => {
      await addAccount(app, 'sacha')
      await enrol(app, browser, 'sacha')
      expect(new Set((await known()).map((row) => row.user_id)).size).toBe(2)
      await hold()
      expect([await isKnown(mark()), await isKnown(mark(), 'sacha')]).toEqual([true, true])
    })

    it('is known by a random value, stored only as a hash', async () => {
      expect(mark()).toMatch(/^[\w-]{43}$/)
      const [row] = await known()
      expect(Object.keys(row ?? {}).toSorted()).toEqual(['expires_at', 'known_at', 'token_hash', 'user_id'])
      expect(Buffer.from(row?.token_hash ?? []).includes(Buffer.from(mark(), 'base64url'))).toBe(false)
    })

    it('is known for half a year after its last sign-in, then its row is deleted', async () => {
      const [row] = await known()
      expect((row?.expires_at ?? 0) - (row?.known_at ?? 0)).toBe(180 * 24 * 3_600_000)
      app.time.now += 180 * 24 * 3_600_000
      await secondStep(newBrowser(app), 'x', '000000')
      await signInElsewhere(app, secret)
      await app.jobs['delete-expired'](async () => true)
      expect((await known()).map(({ known_at }) => known_at)).toEqual([app.time.now])
    })

    it('is evicted when twenty others have signed the account in since', async () => {
      const first = mark()
      for (let count = 0; count < deviceLimits.perAccount; count += 1) await signInElsewhere(app, secret)
      expect((await known()).length).toBe(deviceLimits.perAccount)
      await hold()
      expect(await isKnown(first)).toBe(false)
    })

    const endings: Record<string, (at: { id: number }) => Promise<Reply>> = {
      'a password change by its owner': async () => {
        await prove(browser, codeOf(secret, app.time.now))
        const newPassword = 'cinq lanternes rouges vacillent'
        return browser.patch('/api/account/password', {
          oldPassword: rightPassword,
          newPassword,
          confirmPassword: newPassword,
        })
      },
      'a password change before sign-in': () => {
        const newPassword = 'cinq lanternes rouges vacillent'
        const change = { login: 'camille', oldPassword: rightPassword, newPassword }
        return newBrowser(app).patch('/api/auth/pwd', { ...change, confirmPassword: newPassword })
      },
      'the end of all other sessions': () => browser.remove('/api/account/session'),
      'an administrator who ends the sessions': async ({ id }) => {
        const chief = await worldOf(app).addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
        const cookie = await worldOf(app).session(chief)
        return app.call({ method: 'DELETE', path: `/api/user/${id}/session`, cookie })
      },
      'an administrator who deletes the account': async ({ id }) => {
        const chief = await worldOf(app).addUser({ login: 'chef', role: 'ROLE_SUPER_ADMINISTRATOR' })
        const cookie = await worldOf(app).session(chief)
        return app.call({ method: 'DELETE', path: `/api/user/${id}`, cookie })
      },
    }
    it.each(Object.entries(endings))('is no longer known after %s', async (_name, end) => {
      const [row] = await known()
      const reply = await end({ id: row?.user_id ?? 0 })
      expect(reply.status, reply.text).toBe(200)
      expect(await known()).toEqual([])
    })
  })

  it('a new authenticator discards the known browsers too', async () => {
    await addAccount(app, 'sacha')
    const theirs = newBrowser(app)
    await proven(app, theirs, 'sacha')
    const before = (await known()).length
    const drawn = await theirs.post('/api/account/authenticator')
    const code = codeOf((drawn.body as { secret: string }).secret, app.time.now)
    expect((await theirs.patch('/api/account/authenticator', { token: code })).status).toBe(200)
    expect((await known()).length).toBe(before - 1)
  })
})
