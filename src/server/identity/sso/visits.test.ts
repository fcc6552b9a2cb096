import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf } from '#domain/platform/days.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { worldOf } from '#server/testing/world.ts'
import { linkIdentity } from './identities.ts'
import { camille, newVisitor, publicUrl, signOn, startProvider, type TestProvider } from './testing.ts'

eachEngine((engine) => {
  let provider: TestProvider
  let app: TestApp
  let root: string
  beforeAll(async () => {
    provider = await startProvider()
    app = await startTestApp(engine, { ...provider.env, SSO_MFA: 'accept' })
    const world = worldOf(app)
    root = await world.session(await world.addUser({ login: 'racine', role: 'ROLE_SUPER_ADMINISTRATOR' }))
  })
  afterAll(async () => {
    await app.close()
    await provider.stop()
  })

  /** How many visits of today an action adds. */
  const added = async (deed: () => Promise<unknown>): Promise<number> => {
    const before = await visits()
    await deed()
    return (await visits()) - before
  }
  const visits = async (): Promise<number> => {
    const { body } = await app.call({ method: 'GET', path: '/api/kpi/visit', cookie: root })
    const last = (body as { days: string; nb: number }[]).at(-1)
    expect(last?.days).toBe(dayOf(app.time.now))
    return last?.nb ?? 0
  }

  it('a single sign-on counts as a visit once it is complete, and not at its return [DASH-07]', async () => {
    provider.someone = { ...camille, amr: ['pwd', 'mfa'] }
    const user = await worldOf(app).addUser({ login: 'dominique' })
    const identity = { issuer: provider.issuer, subject: camille.sub, name: '', email: '' }
    const { db, keys } = app.deps
    await db
      .transaction()
      .execute((tx) => linkIdentity(tx, keys.keyring, { identity, userId: user.id, by: null, now: 0 }))
    const visitor = newVisitor(app)
    let jwt = ''
    const comeBack = async () => {
      jwt = new URL(await signOn(visitor, provider), publicUrl).searchParams.get('jwt') ?? ''
    }
    expect(await added(comeBack)).toBe(0)
    const complete = () => visitor.post('/api/auth/sso/complete', { jwt, source: 'web' })
    expect(await added(async () => expect((await complete()).status).toBe(200))).toBe(1)
    expect(await added(complete), 'the same step again').toBe(0)
    expect(await added(() => visitor.read('/api/session')), 'a page that is opened again').toBe(0)
  })
})
