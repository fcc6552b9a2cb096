import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { eachEngine } from '../testing/databases.ts'
import { firstStep, newBrowser } from './testing.ts'

eachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.close())

  it.each(['nul\u0000', 'demi\ud800', "' or 1=1 --", '%', '\u202E', '__proto__'])(
    'the login %j is one that nobody has',
    async (login) => {
      const reply = await firstStep(newBrowser(app), login, 'x')
      expect(reply).toMatchObject({ status: 401, body: { code: 'SIGN_IN_FAILED' } })
    },
  )
})
