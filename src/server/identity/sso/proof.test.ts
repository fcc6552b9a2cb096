import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { accountLimits, lockoutLimits } from '#domain/platform/limits.ts'
import { sealPasswordHash } from '#server/platform/crypto/password-hash.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { codeOf } from '#server/testing/sign-in.ts'
import { worldOf } from '#server/testing/world.ts'
import { linkIdentity } from './identities.ts'
import {
  camille,
  locationOf,
  newVisitor,
  publicUrl,
  signOn,
  startProvider,
  type TestProvider,
  type Visitor,
} from './testing.ts'

type Own = { provesBy: string; hasPassword: boolean; singleSignOn: string | null; provedUntil: string | null }
const ended = (outcome: string) => `/routes/account?proof=${outcome}`
const withTwo = { amr: ['pwd', 'mfa'] }

/** « Mon compte » of accounts with single sign-on as their only way in. */
eachEngine((engine) => {
  let provider: TestProvider
  /** Trusts the provider's second factor. */
  let trusting: TestApp
  let app: TestApp
  let count = 0
  beforeAll(async () => {
    provider = await startProvider()
    trusting = await startTestApp(engine, { ...provider.env, SSO_MFA: 'accept', SSO_LABEL: 'La ville' })
    app = await startTestApp(engine, provider.env)
  })
  afterAll(async () => {
    await trusting.close()
    await app.close()
    await provider.stop()
  })
  beforeEach(() => {
    count += 1
    provider.someone = { ...camille, ...withTwo, sub: `objet-${count}` }
  })

  const linked = async (at: TestApp) => {
    const user = await worldOf(at).addUser({ login: `camille.${count}` })
    const identity = { issuer: provider.issuer, subject: provider.someone.sub, name: '', email: '' }
    const { db, keys } = at.deps
    await db
      .transaction()
      .execute((tx) => linkIdentity(tx, keys.keyring, { identity, userId: user.id, by: null, now: 0 }))
    return user
  }
  /** A visitor signed in by single sign-on alone. */
  const entered = async () => {
    const { id } = await linked(trusting)
    const visitor = newVisitor(trusting)
    const jwt = new URL(await signOn(visitor, provider), publicUrl).searchParams.get('jwt') ?? ''
    expect((await visitor.post('/api/auth/sso/complete', { jwt, source: 'web' })).status).toBe(200)
    return { id, visitor }
  }
  const own = async (visitor: Visitor) => (await visitor.read('/api/account')).body as Own
  const renew = (visitor: Visitor) => visitor.post('/api/account/recovery', {})
  const leave = async (visitor: Visitor) =>
    new URL(((await visitor.post('/api/account/proof/sso', {})).body as { redirect: string }).redirect)
  /** From the button of the proof to the page where the callback redirects. */
  const prove = async (visitor: Visitor) => {
    const back = await provider.visit((await leave(visitor)).href)
    return locationOf(await visitor.go(back.pathname + back.search))
  }

  it('without a local second factor, a fresh single sign-on proves the identity, and a stolen session does not', async () => {
    const { visitor } = await entered()
    expect(await own(visitor)).toMatchObject({
      provesBy: 'single-sign-on',
      hasPassword: false,
      singleSignOn: 'La ville',
    })
    expect((await renew(visitor)).body).toMatchObject({ code: 'PROOF_REQUIRED' })
    const totp = { factor: { method: 'totp', token: '000000' } }
    expect((await visitor.post('/api/account/proof', totp)).body).toMatchObject({
      code: 'SECOND_FACTOR_REFUSED',
    })
    const asked = await leave(visitor)
    expect([asked.searchParams.get('prompt'), asked.searchParams.get('max_age')]).toEqual(['login', '0'])

    // A thief of the cookie returns as another person, with one factor only, or with an old sign-in.
    const { someone } = provider
    for (const other of [
      { ...someone, sub: 'un voleur' },
      { ...someone, amr: ['pwd'] },
      { ...someone, ts: Math.floor(Date.now() / 1000) - 3_600 },
    ]) {
      provider.someone = other
      expect(await prove(visitor)).toBe(ended('refused'))
      expect((await renew(visitor)).body).toMatchObject({ code: 'PROOF_REQUIRED' })
    }
    provider.someone = someone
    expect(await prove(visitor)).toBe(ended('done'))
    expect((await renew(visitor)).status).toBe(200)
    const { provedUntil } = await own(visitor)
    expect(Date.parse(provedUntil ?? '')).toBe(trusting.time.now + accountLimits.proofMs)
    // The codes are a second factor, which is required from now on.
    expect(await own(visitor)).toMatchObject({ provesBy: 'second-factor' })
    // A second factor alone prolongs no session: the provider may have closed the account since.
    expect((await visitor.post('/api/account/session/prolong', {})).body).toMatchObject({
      code: 'SIGN_IN_REQUIRED',
    })
    expect((await visitor.post('/api/account/proof/sso', {})).body).toMatchObject({
      code: 'SECOND_FACTOR_REFUSED',
    })
  })

  it('a return proves only the session that requested it, once', async () => {
    const { id, visitor } = await entered()
    const back = await provider.visit((await leave(visitor)).href)
    const path = back.pathname + back.search
    const attempt = visitor.cookies.get('sso') ?? ''
    expect(locationOf(await newVisitor(trusting).go(path)), 'in a browser that requested nothing').toBe(
      '/auth?message=sso_over',
    )
    const mine = newVisitor(trusting)
    mine.cookies.set('sid', (await worldOf(trusting).session({ id, login: '' })).split('=')[1] ?? '')
    expect(locationOf(await visitor.go(path))).toBe(ended('done'))
    expect(await own(mine), 'another session of the same person').toMatchObject({ provedUntil: null })
    visitor.cookies.set('sso', attempt)
    expect(locationOf(await visitor.go(path))).toBe(ended('over'))
  })

  it('a session that ended meanwhile, or a blocked account, is not proved', async () => {
    const { id, visitor } = await entered()
    const { db } = trusting.deps
    const row = db.updateTable('users').where('id', '=', id)
    await row.set({ blocked_until: trusting.time.now + 60_000 }).execute()
    expect(await prove(visitor)).toBe(ended('refused'))
    await row.set({ blocked_until: null }).execute()
    const back = await provider.visit((await leave(visitor)).href)
    await db.deleteFrom('sessions').where('user_id', '=', id).execute()
    expect(locationOf(await visitor.go(back.pathname + back.search))).toBe(ended('over'))
  })

  it('with a local second factor, that one is the proof; with a password too, both are required', async () => {
    const { id } = await linked(app)
    const visitor = newVisitor(app)
    const jwt = new URL(await signOn(visitor, provider), publicUrl).searchParams.get('jwt') ?? ''
    const { secret } = (await visitor.post('/api/auth/2fasecret', { jwt })).body as { secret: string }
    const token = codeOf(secret, app.time.now)
    expect((await visitor.post('/api/auth/step2', { jwt, token, source: 'web' })).status).toBe(200)
    expect(await own(visitor)).toMatchObject({ provesBy: 'second-factor', hasPassword: false })
    app.time.now += 30_000
    const give = (code: string, password?: string) =>
      visitor.post('/api/account/proof', { password, factor: { method: 'totp', token: code } })

    const hash = sealPasswordHash(app.deps.keys.keyring.sealing(1), { id, mark: null }, new Secret('x'))
    await app.deps.db.insertInto('password_hashes').values({ user_id: id, hash, created_at: 1 }).execute()
    expect(await own(visitor)).toMatchObject({ provesBy: 'password', hasPassword: true })
    expect(await give(codeOf(secret, app.time.now))).toMatchObject({
      status: 400,
      body: { details: { field: 'body/password' } },
    })
    await app.deps.db.deleteFrom('password_hashes').where('user_id', '=', id).execute()

    expect((await give(codeOf(secret, app.time.now), 'un mot de passe quelconque')).status).toBe(200)
    expect((await renew(visitor)).status).toBe(200)
    for (let failure = 1; failure < lockoutLimits.failures; failure += 1)
      expect((await give('000000')).body).toMatchObject({ code: 'PROOF_WRONG' })
    for (const code of ['000000', codeOf(secret, app.time.now + 30_000)])
      expect(await give(code)).toMatchObject({ status: 429, body: { code: 'PROOF_BLOCKED' } })
    expect((await own(visitor)).provesBy, 'the session is still active').toBe('second-factor')
  })

  it('a provider that is no longer trusted proves nothing', async () => {
    const user = await linked(app)
    const visitor = newVisitor(app)
    visitor.cookies.set('sid', (await worldOf(app).session(user)).split('=')[1] ?? '')
    expect(await own(visitor)).toMatchObject({ provesBy: 'none' })
    expect((await visitor.post('/api/account/proof/sso', {})).body).toMatchObject({
      code: 'SECOND_FACTOR_REFUSED',
    })
  })
})
