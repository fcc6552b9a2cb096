import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'

eachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine, { TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1' })
  })
  afterAll(() => app.close())

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['198.51.100.4, 203.0.113.10', '203.0.113.10'],
    ['203.0.113.13:40312', '203.0.113.13'],
    ['[2001:db8::8]:40312', '2001:db8::8'],
    ['203.0.113.13:x', '127.0.0.1'],
    ['not an address', '127.0.0.1'],
    ['203.0.113.11, <script>', '127.0.0.1'],
    ['fe80::1%anything', '127.0.0.1'],
    [`203.0.113.12, ${'x'.repeat(2_000)}`, '127.0.0.1'],
  ])('of « %s » from a trusted proxy, log and journal keep %s', async (claimed, kept) => {
    const before = app.logged().length
    const body = { login: 'nobody', password: 'a wrong one', type: 'LOCAL', source: 'web' }
    const headers = { 'x-forwarded-for': claimed }
    await app.call({ method: 'POST', path: '/api/auth/step1', body, headers })
    expect(app.logged().slice(before)).toContain(`"ip":"${kept}"`)
    const last = app.deps.db.selectFrom('journal').select('ip').orderBy('seq', 'desc').limit(1)
    expect(await last.execute()).toEqual([{ ip: kept }])
  })
})
