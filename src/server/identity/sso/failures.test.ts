import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eachEngine } from '#server/testing/databases.ts'
import { lastFailures } from './failures.ts'
import { camille, locationOf, newVisitor, signOn, startProvider, type TestProvider } from './testing.ts'

const ended = (notice: string) => `/auth?message=sso_${notice}`

eachEngine((engine) => {
  let provider: TestProvider
  let app: TestApp
  beforeEach(async () => {
    provider = await startProvider()
    app = await startTestApp(engine, provider.env)
  })
  afterEach(async () => {
    await app.close()
    await provider.stop()
  })

  const another = async (env: Record<string, string>) => {
    const node = await startTestApp(engine, { ...provider.env, ...env })
    onTestFinished(() => node.close())
    return node
  }
  const failuresOf = ({ deps, time }: TestApp) => lastFailures(deps.db, deps.keys.keyring, time.now)
  const begun = async (at = app) => {
    const visitor = newVisitor(at)
    const away = new URL(locationOf(await visitor.go('/api/auth/sso/authorize')))
    const state = away.searchParams.get('state') ?? ''
    const comeBack = async (query: Record<string, string>) => {
      const search = new URLSearchParams({ state, iss: provider.issuer, ...query }).toString()
      return locationOf(await visitor.go(`/api/auth/sso/callback?${search}`))
    }
    return { away, state, comeBack }
  }

  it('a client whose secret is wrong reads as badly set, with what the provider says', async () => {
    const node = await another({ SSO_CLIENT_SECRET: 'un tout autre secret' })
    expect(await signOn(newVisitor(node), provider)).toBe(ended('misset'))
    expect(await failuresOf(node)).toEqual([
      {
        code: 'CLIENT_REFUSED',
        error: 'invalid_client',
        description: 'client authentication failed',
        at: node.time.now,
        requestId: expect.any(String),
      },
    ])
    expect(node.logged()).toContain('CLIENT_REFUSED')
    expect(node.logged()).toContain('client authentication failed')
  })

  it('another issuer reads as badly set, with the issuer that the provider states', async () => {
    const node = await another({ SSO_ISSUER: provider.issuer.replace('127.0.0.1', 'localhost') })
    expect(locationOf(await newVisitor(node).go('/api/auth/sso/authorize'))).toBe(ended('misset'))
    expect(await failuresOf(node)).toMatchObject([
      { code: 'ISSUER_DIFFERENT', error: null, description: provider.issuer },
    ])
  })

  /** An identity whose claims the library compares before its signature. */
  const identityOf = (claims: object): string =>
    [{ alg: 'RS256' }, claims, 'signature']
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
  const uuid = '8f0c3a5e-7d21-4b1c-9a56-0e2f6d7c8b91'

  it('an identity of another issuer, audience or tenant is told with the one that it states', async () => {
    const now = Math.floor(Date.now() / 1000)
    const times = { iat: now, exp: now + 60 }
    const usual = { ...times, sub: 'x', nonce: 'n', iss: provider.issuer, aud: 'trousseau' }
    const node = await another({ SSO_TENANT: 'mairie' })
    provider.answers = (path) =>
      path === '/token'
        ? { status: 200, body: { access_token: 'a', token_type: 'Bearer', id_token: identityOf(claims) } }
        : null
    let claims: object = { ...usual, iss: `https://sts.windows.net/${uuid}/` }
    await signOn(newVisitor(app), provider)
    expect(await failuresOf(app)).toMatchObject([
      { code: 'ISSUER_DIFFERENT', error: 'iss', description: `https://sts.windows.net/${uuid}/` },
    ])
    claims = { ...usual, aud: ['autre', uuid] }
    await signOn(newVisitor(app), provider)
    expect(await failuresOf(app)).toContainEqual(
      expect.objectContaining({ code: 'IDENTITY_WRONG', error: 'aud', description: `autre ${uuid}` }),
    )
    claims = { ...usual, nonce: 'un nonce qui ne regarde personne' }
    await signOn(newVisitor(app), provider)
    expect(await failuresOf(app)).toContainEqual(
      expect.objectContaining({ code: 'IDENTITY_WRONG', error: 'nonce', description: null }),
    )
    provider.answers = () => null
    provider.someone = { ...camille, tid: uuid }
    await signOn(newVisitor(node), provider)
    expect(await failuresOf(node)).toContainEqual(
      expect.objectContaining({ code: 'TENANT_DIFFERENT', error: 'tid', description: uuid }),
    )
  })

  it('a return of another issuer is told with the one that it states', async () => {
    const { comeBack } = await begun()
    const iss = 'https://connexion.mairie-exemple.fr/realms/agents'
    expect(await comeBack({ code: 'x', iss })).toBe(ended('refused'))
    expect(await failuresOf(app)).toMatchObject([{ code: 'RETURN_WRONG', error: 'iss', description: iss }])
  })

  it('an address of return that the provider does not know is told with the address', async () => {
    const { comeBack } = await begun()
    const ours = 'http://localhost:8420/api/auth/sso/callback'
    const error_description = `AADSTS50011: The redirect URI '${ours}' specified in the request does not match.`
    await comeBack({ error: 'server_error', error_description })
    expect(await failuresOf(app)).toMatchObject([{ description: error_description }])
    expect(app.logged()).toContain(ours)
  })

  it('an address without a discovery document reads as badly set, a failing server as away', async () => {
    for (const [status, code, notice] of [
      [404, 'DISCOVERY_WRONG', 'misset'],
      [503, 'PROVIDER_AWAY', 'unavailable'],
    ] as const) {
      provider.answers = () => ({ status, body: {} })
      expect(locationOf(await newVisitor(app).go('/api/auth/sso/authorize'))).toBe(ended(notice))
      expect(await failuresOf(app)).toContainEqual(expect.objectContaining({ code, error: `HTTP ${status}` }))
    }
  })

  it('a document that is no discovery document reads as badly set', async () => {
    provider.answers = () => ({ status: 200, body: { bonjour: 1 } })
    expect(locationOf(await newVisitor(app).go('/api/auth/sso/authorize'))).toBe(ended('misset'))
    expect(await failuresOf(app)).toMatchObject([{ code: 'DISCOVERY_WRONG' }])
  })

  it('a provider that stopped is away, with the code of the system', async () => {
    const { comeBack } = await begun()
    provider.answers = () => ({ status: 200, body: {} })
    const gone = await another({ SSO_ISSUER: 'http://127.0.0.1:9' })
    expect(locationOf(await newVisitor(gone).go('/api/auth/sso/authorize'))).toBe(ended('unavailable'))
    expect(await failuresOf(gone)).toMatchObject([{ code: 'PROVIDER_AWAY' }])
    provider.answers = () => ({ status: 502, body: {} })
    expect(await comeBack({ code: 'x' })).toBe(ended('unavailable'))
    expect(await failuresOf(app)).toMatchObject([{ code: 'PROVIDER_AWAY', error: 'HTTP 502' }])
  })

  it('keys that do not verify the identity, or are missing, are told as such', async () => {
    provider.answers = (path) => (path === '/jwks' ? { status: 200, body: { keys: [] } } : null)
    expect(await signOn(newVisitor(app), provider)).toBe(ended('misset'))
    expect(await failuresOf(app)).toMatchObject([{ code: 'KEYS_WRONG' }])
  })

  it('a token address that moved is told as such, and not as a return that somebody fabricated', async () => {
    for (const [status, body] of [
      [404, {}],
      [302, {}],
      [200, { bonjour: 1 }],
    ] as const) {
      provider.answers = (path) => (path === '/token' ? { status, body } : null)
      expect(await signOn(newVisitor(app), provider)).toBe(ended('misset'))
      const error = status === 200 ? null : `HTTP ${status}`
      expect(await failuresOf(app)).toMatchObject([{ code: 'EXCHANGE_WRONG', error }])
    }
  })

  it('after a client that was refused the metadata of the provider are read again', async () => {
    expect(await signOn(newVisitor(app), provider)).toContain('sso_unknown')
    const post = 'client_secret_post'
    provider.manners = { ...provider.manners, clientAuth: post, listedAuth: [post] }
    provider.rotate()
    expect(await signOn(newVisitor(app), provider)).toBe(ended('misset'))
    expect(await failuresOf(app)).toMatchObject([{ code: 'CLIENT_REFUSED' }])
    expect(await signOn(newVisitor(app), provider)).toContain('sso_unknown')
  })

  it('each refusal of the provider has its code and its own words', async () => {
    for (const [query, code, notice] of [
      [{ error: 'access_denied', error_description: 'non' }, 'PERSON_REFUSED', 'cancelled'],
      [{ error: 'server_error', error_description: 'plus tard' }, 'REQUEST_REFUSED', 'refused'],
      [{ code: 'invente' }, 'CODE_REFUSED', 'refused'],
      [{}, 'RETURN_WRONG', 'refused'],
      [{ code: 'invente', iss: 'https://ailleurs.example' }, 'RETURN_WRONG', 'refused'],
    ] as const) {
      const { comeBack } = await begun()
      expect(await comeBack(query)).toBe(ended(notice))
      const own = code === 'CODE_REFUSED' ? 'invalid_grant' : 'iss' in query ? 'iss' : null
      const error = 'error' in query ? query.error : own
      expect(await failuresOf(app), code).toContainEqual(expect.objectContaining({ code, error }))
    }
  })

  it('what the provider says is cut, on one line, and without a secret of the exchange', async () => {
    const { comeBack, state } = await begun()
    const secret = provider.env['SSO_CLIENT_SECRET'] ?? ''
    const jwt = `eyJ${'a'.repeat(60)}.eyJ${'b'.repeat(60)}.${'c'.repeat(60)}`
    const said = `Refusé\r\n{"level":"error"}\u001b[31m\u202e ${secret} ${encodeURIComponent(secret)} ${state} ${jwt} ${'très long '.repeat(80)}`
    expect(await comeBack({ error: 'server_error', error_description: said })).toBe(ended('refused'))
    const [failure] = await failuresOf(app)
    expect(failure?.description).toMatch(
      /^Refusé \{"level":"error"\} \[31m \[…\] \[…\] \[…\] \[…\] très long/,
    )
    expect(failure?.description).toHaveLength(300)
    const everything = JSON.stringify([app.logged(), failure])
    for (const text of [secret, encodeURIComponent(secret), state, jwt, '\\u001b', '\\u202e'])
      expect(everything).not.toContain(text)
  })

  it('one failure of each kind is stored, the last one, for thirty days and sealed', async () => {
    for (const description of ['premier', 'dernier']) {
      const { comeBack } = await begun()
      await comeBack({ error: 'server_error', error_description: description })
      app.time.now += 1_000
    }
    expect(await failuresOf(app)).toMatchObject([{ code: 'REQUEST_REFUSED', description: 'dernier' }])
    const rows = await app.deps.db.selectFrom('settings').selectAll().where('name', 'like', 'sso.%').execute()
    expect(rows).toHaveLength(1)
    expect(Buffer.from(rows[0]?.value ?? '', 'base64url').toString('latin1')).not.toContain('dernier')
    app.time.now += 30 * 24 * 3_600_000
    expect(await failuresOf(app)).toEqual([])
  })

  it('a failure that was altered, or is of another kind, is not shown', async () => {
    const { comeBack } = await begun()
    await comeBack({ error: 'server_error' })
    const { db } = app.deps
    const { value } = await db
      .selectFrom('settings')
      .select('value')
      .where('name', '=', 'sso.failure.REQUEST_REFUSED')
      .executeTakeFirstOrThrow()
    await db.insertInto('settings').values({ name: 'sso.failure.KEYS_WRONG', value }).execute()
    expect(await failuresOf(app)).toMatchObject([{ code: 'REQUEST_REFUSED' }])
  })

  describe('names that only UserInfo has', () => {
    const aboutOf = async (at = app) => {
      const location = await signOn(newVisitor(at), provider)
      expect(location).toContain('sso_unknown')
      const code = /#code=(.*)$/.exec(location)?.[1] ?? ''
      const { identityOfCode } = await import('./identities.ts')
      return identityOfCode(at.deps.db, at.deps.keys.keyring, code, at.time.now)
    }
    const asked = () => provider.requests.get('/me') ?? 0

    it.each([
      ['empty', { name: '', email: '' }],
      ['null', { name: null, email: null }],
      ['of spaces and signs that nobody sees', { name: ' \u200b', email: '\u2060 ' }],
      ['a name that stands for an address', { name: 'Zoé Petit', preferred_username: 'zpetit' }],
      ['only what stands for them', { nickname: 'zz', preferred_username: 'zz' }],
    ])('replace a claim of the identity that is %s', async (_, weak) => {
      provider.manners = {
        ...provider.manners,
        claims: { openid: ['sub', ...Object.keys(weak)], profile: ['name'], email: ['email'] },
      }
      provider.rotate()
      provider.someone = { ...weak, sub: 'z' }
      const body = { ...weak, sub: 'z', name: 'Zoé Petit', email: 'zoe@exemple.fr' }
      provider.answers = (path) => (path === '/me' ? { status: 200, body } : null)
      expect(await aboutOf()).toMatchObject({ name: 'Zoé Petit', email: 'zoe@exemple.fr' })
      expect(asked()).toBe(1)
    })

    it('are asked there, once a sign-on', async () => {
      expect(await aboutOf()).toMatchObject({ name: camille['name'], email: camille['email'] })
      expect(asked()).toBe(1)
    })

    it('are not asked when the identity has them', async () => {
      provider.manners = { ...provider.manners, isInIdToken: true }
      provider.rotate()
      expect(await aboutOf()).toMatchObject({ name: camille['name'], email: camille['email'] })
      expect(asked()).toBe(0)
    })

    it('are composed of given and family names, or empty where the provider has none', async () => {
      provider.manners = {
        ...provider.manners,
        claims: { openid: ['sub'], profile: ['given_name', 'family_name', 'preferred_username'] },
      }
      provider.rotate()
      provider.someone = {
        sub: 'x',
        given_name: 'Camille',
        family_name: 'Dupré',
        preferred_username: 'cdupre',
      }
      expect(await aboutOf()).toMatchObject({ subject: 'x', name: 'Camille Dupré', email: 'cdupre' })
      provider.manners = { ...provider.manners, claims: { openid: ['sub'] } }
      provider.rotate()
      expect(await aboutOf()).toEqual({ issuer: provider.issuer, subject: 'x', name: '', email: '' })
    })

    it('of another subject are refused', async () => {
      const body = { sub: 'quelquun-dautre', name: 'Autre', email: 'autre@exemple.fr' }
      provider.answers = (path) => (path === '/me' ? { status: 200, body } : null)
      expect(await signOn(newVisitor(app), provider)).toBe(ended('refused'))
      expect(await failuresOf(app)).toMatchObject([{ code: 'PERSON_DIFFERENT' }])
    })

    it('do not stop a sign-on when UserInfo fails', async () => {
      provider.answers = (path) => (path === '/me' ? { status: 503, body: {} } : null)
      expect(await aboutOf()).toMatchObject({ subject: camille.sub, name: '', email: '' })
      expect(app.logged()).toContain('HTTP 503')
      expect(await failuresOf(app)).toEqual([])
    })
  })

  describe('a provider that does not know prompt=select_account', () => {
    beforeEach(() => {
      provider.manners = { ...provider.manners, knowsSelectAccount: false }
      provider.rotate()
    })
    /** Goes to the provider and back until the return ends at the installation. */
    const signOnAgain = async (at: TestApp) => {
      const visitor = newVisitor(at)
      const hops: string[] = []
      let next = locationOf(await visitor.go('/api/auth/sso/authorize'))
      while (next.startsWith(provider.issuer) && hops.length < 5) {
        hops.push(new URL(next).searchParams.get('prompt') ?? '')
        const back = await provider.visit(next)
        next = locationOf(await visitor.go(back.pathname + back.search))
      }
      return { hops, next }
    }

    it('is asked once more without it, which is not counted as a failure', async () => {
      const { hops, next } = await signOnAgain(app)
      expect(hops).toEqual(['select_account', ''])
      expect(next).toContain('sso_unknown')
      const counts = app.deps.db.selectFrom('sign_in_networks').select('tries').where('tries', '>', 0)
      expect([await counts.execute(), await failuresOf(app)]).toEqual([[], []])
    })

    it('is never asked with it where a setting leaves it out', async () => {
      const { hops, next } = await signOnAgain(await another({ SSO_PROMPT: 'none' }))
      expect(hops).toEqual([''])
      expect(next).toContain('sso_unknown')
    })

    it('the request is repeated once a part, and then fails', async () => {
      const visitor = newVisitor(app)
      let next = locationOf(await visitor.go('/api/auth/sso/authorize'))
      const asked: (string | null)[][] = []
      for (const error of ['invalid_request', 'invalid_scope', 'invalid_request']) {
        const { searchParams } = new URL(next)
        asked.push(['prompt', 'scope'].map((name) => searchParams.get(name)))
        const query = { error, state: searchParams.get('state') ?? '', iss: provider.issuer }
        next = locationOf(await visitor.go(`/api/auth/sso/callback?${new URLSearchParams(query).toString()}`))
      }
      expect(asked).toEqual([
        ['select_account', 'openid profile email user.read'],
        [null, 'openid profile email user.read'],
        [null, 'openid profile email'],
      ])
      expect(next).toBe(ended('refused'))
      expect(await failuresOf(app)).toMatchObject([{ code: 'REQUEST_REFUSED', error: 'invalid_request' }])
    })

    it('other refusals are not repeated', async () => {
      const { comeBack } = await begun()
      expect(await comeBack({ error: 'login_required' })).toBe(ended('refused'))
    })
  })
})
