import { afterAll, beforeAll, expect, it } from 'vitest'
import { throttleLimits } from '#server/platform/http/throttle.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp('sqlite', { TROUSSEAU_UNSEAL: 'passphrase' })
})
afterAll(() => app.close())

const give = (passphrase: string) => app.call({ method: 'POST', path: '/api/unseal', body: { passphrase } })

it('an address may try a bounded number of passphrases, and each try is logged without its value', async () => {
  for (let count = 0; count < throttleLimits.network.tries; count += 1) {
    expect((await give('canari court')).status).toBe(422)
  }
  expect(await give('canari qui serait long assez')).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY_TRIES' },
    headers: { 'retry-after': String(throttleLimits.network.windowMs / 1000) },
  })
  expect(app.logged().match(/a wrong passphrase was given/g)).toHaveLength(throttleLimits.network.tries)
  expect(app.logged()).not.toContain('canari')
  app.time.now += throttleLimits.network.windowMs
  expect((await give('canari qui est long assez')).status).toBe(200)
})
