import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blockDuration, lockoutLimits } from '#domain/platform/limits.ts'
import { BusyError } from '#server/platform/crypto/work-bound.ts'
import type { TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  codeOf,
  enrol,
  firstStep,
  journalled,
  newBrowser,
  secondStep,
  tokenOf,
  type Browser,
  startWithCamille,
} from '#server/testing/sign-in.ts'

const wrong = 'un autre mot de passe'

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  beforeEach(async () => {
    ;({ app, browser } = await startWithCamille(engine))
  })
  afterEach(() => app.close())

  const fail = async (login: string, times: number) => {
    let last = await firstStep(browser, login, wrong)
    for (let count = 1; count < times; count += 1) last = await firstStep(browser, login, wrong)
    return last
  }
  const blockedUntil = (at: number) => ({
    status: 401,
    body: { code: 'ACCOUNT_BLOCKED', details: { until: new Date(at).toISOString() } },
  })

  describe('five failures', () => {
    it.each(['camille', 'personne'])(
      'block %s for 15 minutes and return the end of the block, whether the login exists or not [SIGN-19]',
      async (login) => {
        expect(await fail(login, 4)).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
        const until = app.time.now + 15 * 60_000
        expect(await fail(login, 1)).toMatchObject(blockedUntil(until))
        app.time.now += 60_000
        // A block refuses the right password too, so that its reply reveals nothing about a guess.
        expect(await firstStep(browser, login)).toMatchObject(blockedUntil(until))
        app.time.now = until
        expect((await firstStep(browser, login)).status).toBe(login === 'camille' ? 200 : 401)
      },
    )

    it('block for twice as long each time, up to 24 hours [SIGN-19]', async () => {
      for (let nth = 1; nth <= 9; nth += 1) {
        const until = app.time.now + blockDuration(nth)
        expect(await fail('camille', 5)).toMatchObject(blockedUntil(until))
        app.time.now = until
      }
      expect(blockDuration(9)).toBe(24 * 3_600_000)
    })

    it('get byte-identical replies for existing and unknown logins', async () => {
      const replies = async (login: string) => {
        const texts: string[] = []
        for (let count = 0; count < 12; count += 1) texts.push((await fail(login, 1)).text)
        app.time.now += 15 * 60_000
        for (let count = 0; count < 7; count += 1) texts.push((await fail(login, 1)).text)
        app.time.now -= 15 * 60_000
        return texts
      }
      expect(await replies('camille')).toEqual(await replies('personne'))
    })

    it('count across both steps, and end the pending sign-ins [SIGN-19]', async () => {
      const secret = await enrol(app, browser, 'camille')
      app.time.now += 120_000
      await fail('camille', 2)
      const jwt = await tokenOf(browser, 'camille')
      await secondStep(browser, jwt, '000000')
      await secondStep(browser, jwt, '000001')
      const until = app.time.now + 15 * 60_000
      expect(await secondStep(browser, jwt, '000002')).toMatchObject(blockedUntil(until))
      const right = await secondStep(browser, jwt, codeOf(secret, app.time.now))
      expect(right).toMatchObject({ status: 401, body: { code: 'STEP_OVER' } })
      expect(await journalled(app)).toContain('sign-in.blocked')
    })

    it('block the second step of a sign-in that began before', async () => {
      const secret = await enrol(app, browser, 'camille')
      app.time.now += 120_000
      const jwt = await tokenOf(browser, 'camille')
      await app.deps.db
        .updateTable('users')
        .set({ blocked_until: app.time.now + 1000 })
        .execute()
      const reply = await secondStep(browser, jwt, codeOf(secret, app.time.now))
      expect(reply).toMatchObject(blockedUntil(app.time.now + 1000))
      expect((await browser.post('/api/auth/2fasecret', { jwt })).body).toMatchObject({
        code: 'ACCOUNT_BLOCKED',
      })
    })
  })

  it('a right password alone does not reset the failures, both factors do [SIGN-19]', async () => {
    const secret = await enrol(app, browser, 'camille')
    app.time.now += 120_000
    await fail('camille', 4)
    await tokenOf(browser, 'camille')
    const stored = () =>
      app.deps.db.selectFrom('users').select(['failures', 'blocks', 'blocked_until']).executeTakeFirst()
    expect(await stored()).toEqual({ failures: 4, blocks: 0, blocked_until: null })
    await secondStep(browser, await tokenOf(browser, 'camille'), codeOf(secret, app.time.now))
    expect(await stored()).toEqual({ failures: 0, blocks: 0, blocked_until: null })
  })

  it.each(['camille', 'personne'])(
    'concurrent guesses at %s cannot exceed the limit [SIGN-19]',
    async (login) => {
      const replies = await Promise.all(
        Array.from({ length: 30 }, () => firstStep(newBrowser(app), login, wrong)),
      )
      const codes = replies.map((reply) => (reply.body as { code: string }).code)
      expect(codes.filter((code) => code === 'SIGN_IN_FAILED').length).toBe(lockoutLimits.failures - 1)
      expect(codes.filter((code) => code === 'ACCOUNT_BLOCKED').length).toBe(30 - lockoutLimits.failures + 1)
    },
  )

  it('concurrent codes cannot exceed the limit', async () => {
    await enrol(app, browser, 'camille')
    const jwt = await tokenOf(browser, 'camille')
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => secondStep(browser, jwt, String(index).padStart(6, '0'))),
    )
    const judged = (await journalled(app)).filter((action) => action === 'sign-in.failed')
    expect(judged.length).toBe(lockoutLimits.failures)
  })

  it('tries beyond the capacity are refused as busy, and count for no account', async () => {
    // Full beforehand, or filled by other calls between the count and the comparison.
    for (const judge of [
      vi.spyOn(app.deps.hasher, 'isFull').mockReturnValue(true),
      vi.spyOn(app.deps.hasher, 'verify').mockRejectedValue(new BusyError()),
    ]) {
      for (const login of ['camille', 'personne']) {
        const reply = await fail(login, lockoutLimits.failures + 1)
        expect(reply).toMatchObject({
          status: 429,
          body: { code: 'SERVER_BUSY' },
          headers: { 'retry-after': '2' },
        })
      }
      judge.mockRestore()
    }
    expect((await firstStep(browser, 'camille')).status).toBe(200)
    expect(await firstStep(browser, 'personne')).toMatchObject({ body: { code: 'SIGN_IN_FAILED' } })
  })

  it('a hundred failures from one address throttle it', async () => {
    for (let count = 0; count < 100; count += 10) {
      await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          firstStep(newBrowser(app), `inconnu${count + index}`, wrong),
        ),
      )
    }
    const refused = await firstStep(browser, 'camille')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900'])
    expect(refused.body).toMatchObject({ code: 'TOO_MANY_TRIES' })
    app.time.now += 15 * 60_000
    expect((await firstStep(browser, 'camille')).status).toBe(200)
  })
})
