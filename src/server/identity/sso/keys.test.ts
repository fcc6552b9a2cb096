import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { lastFailures } from './failures.ts'
import { newVisitor, signOn, startProvider } from './testing.ts'

type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
const newPair = (): Pair => generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

eachEngine((engine) => {
  /** A provider whose keys and identities have no `kid` (RFC 7517 §4.5 makes it optional). */
  const start = async () => {
    const provider = await startProvider()
    onTestFinished(() => provider.stop())
    const app = await startTestApp(engine, provider.env)
    onTestFinished(() => app.close())
    const at = { signing: newPair(), published: [] as Pair[], status: 200 }
    at.published = [at.signing]
    const identity = (): string => {
      const now = Math.floor(Date.now() / 1000)
      const told = { sub: 'x', name: 'X', email: 'x@exemple.fr' }
      const nonce = provider.asked.at(-1)?.get('nonce')
      const claims = { ...told, nonce, iss: provider.issuer, aud: 'trousseau', iat: now, exp: now + 60 }
      const signed = `${part({ alg: 'RS256' })}.${part(claims)}`
      return `${signed}.${sign('sha256', Buffer.from(signed), at.signing.privateKey).toString('base64url')}`
    }
    provider.answers = (path) => {
      if (path === '/jwks') {
        const keys = at.published.map(({ publicKey }) => publicKey.export({ format: 'jwk' }))
        return { status: at.status, body: { keys } }
      }
      const body = { access_token: 'a', token_type: 'Bearer' }
      return path === '/token' ? { status: 200, body: { ...body, id_token: identity() } } : null
    }
    const count = (path: string) => provider.requests.get(path) ?? 0
    return {
      at,
      signOn: () => signOn(newVisitor(app), provider),
      counts: () => [count('/token'), count('/jwks')],
      failures: () => lastFailures(app.deps.db, app.deps.keys.keyring, app.time.now),
    }
  }

  it('new keys without a name are accepted in the same sign-on, whose code is exchanged once', async () => {
    const { at, signOn: enter, counts } = await start()
    expect(await enter()).toContain('sso_unknown')
    expect(counts()).toEqual([1, 1])
    at.signing = newPair()
    at.published = [at.signing]
    expect(await enter()).toContain('sso_unknown')
    expect(counts()).toEqual([2, 2])
    expect(await enter()).toContain('sso_unknown')
    expect(counts()).toEqual([3, 2])
  })

  it('each of several keys without a name is tried, while the provider changes them', async () => {
    const { at, signOn: enter, counts } = await start()
    expect(await enter()).toContain('sso_unknown')
    const former = at.signing
    at.signing = newPair()
    at.published = [former, at.signing]
    expect(await enter()).toContain('sso_unknown')
    expect(counts()).toEqual([2, 2])
  })

  it('a key that is not published verifies nothing, and the keys are read once', async () => {
    const { at, signOn: enter, counts, failures } = await start()
    expect(await enter()).toContain('sso_unknown')
    at.signing = newPair()
    for (const published of [at.published, [...at.published, newPair()]]) {
      at.published = published
      expect(await enter()).toBe('/auth?message=sso_misset')
    }
    expect(counts()).toEqual([3, 3])
    at.status = 404
    expect(await enter()).toBe('/auth?message=sso_misset')
    expect(await failures()).toMatchObject([{ code: 'KEYS_WRONG', error: 'HTTP 404' }])
  })
})
