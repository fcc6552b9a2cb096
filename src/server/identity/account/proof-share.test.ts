import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realCosts, startTestApp, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import {
  addAccount,
  codeOf,
  enrol,
  firstStep,
  newBrowser,
  prove,
  rightPassword,
  type Browser,
} from '#server/testing/sign-in.ts'

const wrong = 'un autre mot de passe'
const codesOf = (replies: readonly Reply[]) => replies.map(({ body }) => (body as { code?: string }).code)

eachEngine((engine) => {
  let app: TestApp
  let browser: Browser
  let secret: string
  let id: number
  beforeEach(async () => {
    app = await startTestApp(engine, {}, realCosts)
    browser = newBrowser(app)
    ;({ id } = await addAccount(app, 'camille'))
    secret = await enrol(app, browser, 'camille')
    app.time.now += 30_000
  })
  afterEach(() => app.close())

  describe('the costly work of one account', () => {
    it.each(['proofs of a signed-in user', 'sign-ins of a known browser'])(
      'has one share: of six concurrent %s some are refused as busy, and are not counted',
      async (which) => {
        const once = which.startsWith('proofs')
          ? () => prove(browser, '000000', wrong)
          : () => firstStep(browser, 'camille', wrong)
        const replies = await Promise.all(Array.from({ length: 6 }, once))
        const refused = replies.filter(({ status }) => status === 429)
        expect(codesOf(refused)).toEqual(refused.map(() => 'SERVER_BUSY'))
        expect(refused.length).toBeGreaterThan(0)
        const judged = replies.length - refused.length
        const { failures } = await app.deps.db
          .selectFrom('users')
          .select('failures')
          .executeTakeFirstOrThrow()
        const apart = await app.deps.db
          .selectFrom('tries_apart')
          .select('tries')
          .where('tries', '>', 0)
          .execute()
        expect([failures, apart]).toEqual([judged, [{ tries: judged }]])
      },
    )

    it('is queued per account: proofs and password changes use the lane of background work', async () => {
      const turns = [vi.spyOn(app.deps.hasher, 'verify'), vi.spyOn(app.deps.hasher, 'hash')]
      expect((await prove(browser, codeOf(secret, app.time.now))).status).toBe(200)
      const newPassword = 'cinq lanternes rouges vacillent'
      const change = { oldPassword: rightPassword, newPassword, confirmPassword: newPassword }
      expect((await browser.patch('/api/account/password', change)).status).toBe(200)
      const given = turns.flatMap((spy) => spy.mock.calls.map((call: unknown[]) => call.at(-1)))
      expect(given.length).toBeGreaterThanOrEqual(4)
      expect(given).toEqual(given.map(() => ({ lane: 'work', person: id })))
    })
  })
})
