import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notFoundPage } from '#texts/platform/server.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import { sameOrigin } from './testing/app.ts'
import { foundAndSignIn, newChest, newHttpBrowser, type HttpBrowser } from './testing/browser.ts'
import { sampleRequest } from './testing/samples.ts'
import { startServer, temporaryFolder, until, type ServerProcess } from './testing/process.ts'

const endpoints = Object.values(api).flatMap((feature) => Object.values(feature) as Endpoint[])
// Once an account exists, the set-up call is an unknown path.
const guarded = endpoints.filter(
  ({ path, isNavigation }) => !path.startsWith('/health') && path !== '/api/setup' && !isNavigation,
)
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

let server: ServerProcess
let stranger: HttpBrowser
let browser: HttpBrowser
let chestId: number
const cleaning: (() => void | Promise<void>)[] = []

beforeAll(async () => {
  const later = (work: () => void | Promise<void>): void => void cleaning.push(work)
  server = await startServer({ TROUSSEAU_DATA: temporaryFolder(later) }, later)
  stranger = newHttpBrowser(server.url)
  browser = await foundAndSignIn(server.url, server.setupToken())
  chestId = await newChest(browser)
})
afterAll(async () => {
  for (const work of cleaning.toReversed()) await work()
})

const create = (body: unknown, headers: Record<string, string> = sameOrigin) =>
  browser.send('POST', '/api/item/', body, headers)

describe('every reply', () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
  /** The application alone shows attached files: pictures and PDF from its own memory. */
  const policyOfApplication = policy
    .replace('data:;', 'data: blob:;')
    .replace("connect-src 'self';", "connect-src 'self'; frame-src blob:;")

  it.each(['/', '/auth', '/routes/explorer', '/api/session', '/health/live', '/nowhere', '/%zz'])(
    'of %s has the strict content security policy and the other security headers',
    async (path) => {
      const { headers } = await stranger.get(path)
      expect(headers.get('content-security-policy')).toBe(
        path === '/routes/explorer' ? policyOfApplication : policy,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      // Plain http on localhost: a browser that received HSTS could not return.
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    },
  )

  it.each(['/api/session', '/api/regex', '/api/nowhere', '/api/item/1'])(
    'of %s forbids caching',
    async (path) => {
      expect((await stranger.get(path)).headers.get('cache-control')).toBe('no-store')
    },
  )

  it('is a page without inline scripts or styles', async () => {
    for (const path of ['/auth', '/routes/explorer']) {
      const { status, text } = await stranger.get(path)
      expect(status).toBe(200)
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i)
    }
  })

  it('has HSTS and cookies for https only, under a public address with https', async () => {
    const settings = { TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_PUBLIC_URL: 'https://coffre.exemple.fr' }
    const secure = newHttpBrowser((await startServer(settings)).url)
    const { headers } = await secure.get('/auth')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
    const left = await secure.post('/api/auth/logout', {})
    expect(left.headers.getSetCookie().join('\n')).toMatch(/__Host-sid=;.*HttpOnly; Secure; SameSite=Strict/)
  })
})

describe('calls that another site could have caused', () => {
  const foreign: Record<string, Record<string, string>> = {
    'no header at all': {},
    'no X-Requested-With': { 'sec-fetch-site': 'same-origin' },
    'another X-Requested-With': { ...sameOrigin, 'x-requested-with': 'fetch' },
    'another site': { ...sameOrigin, 'sec-fetch-site': 'cross-site' },
    'another origin of this site': { ...sameOrigin, 'sec-fetch-site': 'same-site' },
    'an address that was typed': { ...sameOrigin, 'sec-fetch-site': 'none' },
    'neither Sec-Fetch-Site nor Origin': { 'x-requested-with': 'XMLHttpRequest' },
    'a foreign Origin': { 'x-requested-with': 'XMLHttpRequest', origin: 'https://ailleurs.example' },
  }

  it.each(Object.entries(foreign))('are refused: %s [SESS-03]', async (_, headers) => {
    const { status, body } = await browser.send('GET', '/api/session', undefined, headers)
    expect([status, body]).toEqual([403, { code: 'CSRF', message: errorTexts.CSRF }])
  })

  it('are accepted only as the navigations to single sign-on and back', () => {
    const navigations = endpoints.filter(({ isNavigation }) => isNavigation).map(({ path }) => path)
    expect(navigations).toEqual(['/api/auth/sso/authorize', '/api/auth/sso/callback'])
  })

  it.each(named(guarded))('are refused by %s [SESS-03]', async (_, endpoint) => {
    const { method, path, body } = sampleRequest(endpoint, () => 1)
    expect((await browser.send(method, path, body, {})).body).toMatchObject({ code: 'CSRF' })
  })

  it('pass with the public address as Origin from a browser without Sec-Fetch-Site [SESS-03]', async () => {
    const headers = { 'x-requested-with': 'XMLHttpRequest', origin: server.url }
    expect((await browser.send('GET', '/api/session', undefined, headers)).status).toBe(200)
  })
})

describe('addresses', () => {
  it.each(named(endpoints))(
    'of %s get the same reply with and without a trailing slash [SESS-04]',
    async (_, endpoint) => {
      const { method, path, body } = sampleRequest(endpoint, () => 999_999)
      const [address = '', query] = path.split('?')
      const bare = address.replace(/\/$/, '')
      const [without, with_] = await Promise.all(
        [bare, `${bare}/`].map((form) =>
          stranger.send(method, query ? `${form}?${query}` : form, body, sameOrigin),
        ),
      )
      expect(with_?.status).toBe(without?.status)
      expect(with_?.text).toBe(without?.text)
      // After set-up and unsealing these two are unknown paths; every other one must be found.
      const gone = ['/api/setup', '/api/unseal'].includes(bare)
      expect(without?.text.includes('"NOT_FOUND"')).toBe(gone)
    },
  )

  it('of absent items get the same reply, to the byte', async () => {
    const replies = await Promise.all([999_998, 999_999].map((id) => browser.get(`/api/item/${id}`)))
    expect(replies.map(({ status }) => status)).toEqual([404, 404])
    expect(replies[0]?.text).toBe(replies[1]?.text)
  })
})

describe('an unknown address', () => {
  it('returns a page to people and a refusal to programs', async () => {
    for (const path of ['/ailleurs', '/auth/ailleurs']) {
      const page = await fetch(server.url + path, { headers: { accept: 'text/html' } })
      expect([page.status, await page.text()]).toEqual([404, notFoundPage])
    }
    expect(notFoundPage).toContain('href="/plain.css"')
    const style = await fetch(`${server.url}/plain.css`)
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    const refusal = await fetch(`${server.url}/ailleurs`)
    expect([refusal.status, await refusal.json()]).toEqual([
      404,
      { code: 'NOT_FOUND', message: 'Introuvable' },
    ])
  })
})

describe('HEAD', () => {
  it('returns the status of GET without the body, for monitors and proxies', async () => {
    const head = async (path: string) => (await fetch(server.url + path, { method: 'HEAD' })).status
    expect(await head('/health/live')).toBe(200)
    expect(await head('/health/ready')).toBe(200)
    expect(await head('/auth')).toBe(200)
    expect(await head('/api/session')).toBe(403)
    expect(await head('/api/item/1/copy')).toBe(403)
    expect(await head('/api/nowhere')).toBe(404)
  })
})

describe('bodies', () => {
  const item = () => ({ chestId, name: 'Serveur', password: 'secret' })
  const faults: readonly [what: string, body: () => unknown, field: string | undefined][] = [
    ['an unknown field', () => ({ ...item(), admin: true }), 'body/admin'],
    ['a number as text', () => ({ ...item(), chestId: String(chestId) }), 'body/chestId'],
    ['a text as number', () => ({ ...item(), name: 12 }), 'body/name'],
    ['a list as text', () => ({ ...item(), name: ['Serveur'] }), 'body/name'],
    ['a negative id', () => ({ ...item(), chestId: -1 }), 'body/chestId'],
    ['a fraction as id', () => ({ ...item(), chestId: 1.5 }), 'body/chestId'],
    ['an id beyond all numbers', () => ({ ...item(), chestId: 1e300 }), 'body/chestId'],
    ['a missing field', () => ({ chestId, password: 'secret' }), 'body/name'],
    ['a name too long', () => ({ ...item(), name: 'x'.repeat(256) }), 'body/name'],
    ['a list instead of an object', () => [item()], 'body'],
    ['nothing', () => 'null', 'body'],
    ['a prototype', () => `{"chestId":${chestId},"name":"x","__proto__":{"isAdmin":true}}`, undefined],
    [
      'a constructor',
      () => `{"chestId":${chestId},"name":"x","constructor":{"prototype":{"a":1}}}`,
      undefined,
    ],
    ['broken JSON', () => `{"chestId":${chestId},`, undefined],
    ['a hundred thousand brackets', () => '['.repeat(100_000) + ']'.repeat(100_000), undefined],
  ]

  it.each(faults)('with %s are refused [SESS-06]', async (_, body, field) => {
    const reply = await create(body())
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST', message: errorTexts.INVALID_REQUEST })
    if (field !== undefined) expect(reply.body).toMatchObject({ details: { field } })
    expect(Object.keys(reply.body as object)).not.toContain('stack')
  })

  it('of ten megabytes are refused, as JSON and as a form [SESS-06]', async () => {
    const long = 'x'.repeat(10 * 1024 * 1024)
    const form = new FormData()
    form.append('chestId', String(chestId))
    form.append('name', long)
    for (const body of [{ ...item(), name: long }, form]) {
      const { status, body: said } = await create(body)
      expect([status, said]).toMatchObject([413, { code: 'TOO_LARGE', message: errorTexts.TOO_LARGE }])
    }
  })

  it('of another format are refused [SESS-06]', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      const { status, body } = await create('x=1', { ...sameOrigin, 'content-type': type })
      expect([type, status, body]).toMatchObject([type, 415, { code: 'UNSUPPORTED_FORMAT' }])
    }
  })

  it('are accepted as a form and as JSON alike where the specification requires multipart [SESS-05]', async () => {
    for (const [path, fields] of [
      ['/api/item/', { chestId, name: 'Même', password: 'secret', login: 'root', categoryId: 2 }],
      ['/api/folder/', { chestId, name: 'Même', description: 'Un dossier' }],
    ] as const) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
      const read = []
      for (const body of [fields, form]) {
        const made = await browser.send('POST', path, body)
        expect(made.status).toBe(201)
        const { id } = made.body as { id: number }
        const {
          id: _id,
          path: _path,
          createAt,
          history,
          ...rest
        } = (await browser.get(path + id)).body as Record<string, unknown>
        expect([typeof createAt, Array.isArray(history)]).toEqual(['string', true])
        read.push(rest)
      }
      expect(read[0]).toEqual(read[1])
    }
  })

  it('as forms are validated by the same fields [SESS-05] [SESS-06]', async () => {
    const withField = (name: string, value: string | Blob): FormData => {
      const form = new FormData()
      for (const [key, field] of Object.entries(item())) form.append(key, String(field))
      form.append(name, value)
      return form
    }
    for (const form of [
      withField('admin', 'true'),
      withField('name', 'twice'),
      withField('file', new Blob(['x'])),
      withField('__proto__', 'x'),
    ]) {
      expect((await create(form)).body).toMatchObject({ code: 'INVALID_REQUEST' })
    }
    const broken = { ...sameOrigin, 'content-type': 'multipart/form-data; boundary=x' }
    expect((await create('--x\r\nnothing', broken)).status).toBe(400)
    expect((await create('x', { ...sameOrigin, 'content-type': 'multipart/form-data' })).status).toBe(400)
  })
})

describe('the log', () => {
  it('has one JSON line for each event, and no secret whatever was sent', async () => {
    const canary = 'canari-7f3a91c2'
    const attempt = (login: string, password: string) =>
      stranger.post('/api/auth/step1', { login, password, type: 'LOCAL', source: 'web' })
    await attempt('fondatrice', canary)
    await attempt(canary, 'quatre chevaux bleus galopent')
    await stranger.send('POST', '/api/auth/step1', `{"login": "${canary}`)
    await stranger.post('/api/auth/step2', { jwt: canary, token: '123456', source: 'web' })
    await stranger.get(`/api/nowhere/${canary}?q=${canary}`)
    await stranger.get(`/%zz${canary}`)
    await stranger.send('GET', '/api/session', undefined, {
      ...sameOrigin,
      cookie: `sid=${canary}.${canary}`,
    })
    const made = await create({ chestId, name: canary, password: canary, login: canary, address: canary })
    const { id } = made.body as { id: number }
    await browser.get(`/api/item/${id}/copy`)
    await browser.get(`/api/explorer/data/?chestId=${chestId}`)

    const copied = /"route":"\/api\/item\/:id\/copy","status":200/g
    const listed = /"route":"\/api\/explorer\/data\/","status":200/
    await until(() => listed.test(server.stdout()))
    const lines = server.stdout().trimEnd().split('\n')
    for (const line of lines) {
      const entry = JSON.parse(line) as Record<string, unknown>
      expect(entry).toMatchObject({
        level: expect.any(String),
        time: expect.any(String),
        msg: expect.any(String),
      })
    }
    expect(server.stdout().match(copied)).toHaveLength(1)
    expect(server.stdout() + server.stderr()).not.toContain(canary)
    expect(server.stdout()).not.toContain('chevaux')
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})
