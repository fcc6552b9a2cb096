import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newHttpBrowser } from '#server/testing/browser.ts'
import { startServer, temporaryFolder, type ServerProcess } from '#server/testing/process.ts'

let server: ServerProcess
const cleaning: (() => void | Promise<void>)[] = []
beforeAll(async () => {
  const later = (work: () => void | Promise<void>): void => void cleaning.push(work)
  server = await startServer({ TROUSSEAU_DATA: temporaryFolder(later) }, later)
})
afterAll(async () => {
  for (const work of cleaning.toReversed()) await work()
})

/** Sends bytes. @returns the server's reply, until it closes */
const spoken = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => (said += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said))
  })
const ask = (address: string, method = 'GET', headers = ''): Promise<string> =>
  spoken(`${method} ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`)

describe('replies are not cached', () => {
  it.each([
    '/api/regex',
    '/%61pi/regex',
    '/%61%70%69/session/',
    '/%61ctions/chest/get_content',
    '/api%2fregex',
  ])('at %s, however the address is spelt', async (address) => {
    expect((await ask(address)).toLowerCase()).toContain('cache-control: no-store')
  })

  it.each(['/auth', '/setup', '/nota/a', '/routes/explorer'])(
    'at %s neither, a document',
    async (address) => {
      expect((await ask(address)).toLowerCase()).toContain('cache-control: no-store')
    },
  )

  it.each(['/nowhere', '/health/ready', '/', '/%zz'])('at %s neither', async (address) => {
    expect((await ask(address)).toLowerCase()).toMatch(/cache-control: no-(store|cache)/)
  })
})

it('the files of pages are cached, and a 304 reply carries the headers too', async () => {
  const page = await ask('/auth')
  const [file = ''] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
  const sent = await ask(file)
  expect(sent).toContain('cache-control: public, max-age=31536000, immutable\r\n')
  const [, etag = ''] = /etag: (.+)\r\n/i.exec(sent) ?? []
  const unchanged = await ask(file, 'GET', `If-None-Match: ${etag}\r\n`)
  expect(unchanged).toMatch(/^HTTP\/1.1 304 /)
  expect(unchanged).toContain("content-security-policy: default-src 'none'")
})

describe('malformed HTTP', () => {
  const faults: Record<string, [bytes: string, status: number]> = {
    noise: ['BRUIT\r\n\r\n', 400],
    'two lengths': [
      'POST /api/auth/step1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    'bytes beyond ASCII in the address': ['GET /\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    'headers without end': [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  }
  it.each(Object.entries(faults))('(%s) is refused with the security headers', async (_, [bytes, status]) => {
    const said = await spoken(bytes)
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(said.toLowerCase()).toContain("content-security-policy: default-src 'none'")
    expect(said.toLowerCase()).toContain('x-content-type-options: nosniff')
    expect(said).toContain('"code":"INVALID_REQUEST"')
  })

  it('does not affect later requests', async () => {
    expect((await newHttpBrowser(server.url).get('/health/live')).status).toBe(200)
  })
})

describe('files that are no page', () => {
  it.each([
    '/auth.html',
    '/auth.html.gz',
    '/app.html.br',
    '/nota.html',
    '/nota',
    '/nota/',
    '/nota/a/b',
    '/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
    '/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/assets/',
    '/assets',
  ])('%s is not served', async (address) => {
    expect(await ask(address)).toMatch(/^HTTP\/1.1 40[04] /)
  })
})

it.each(['OPTIONS', 'TRACE', 'PUT', 'PROPFIND', 'QUERY'])('no call accepts %s', async (method) => {
  const said = await ask('/api/session', method, 'Content-Length: 0\r\n')
  expect(said).toMatch(/^HTTP\/1.1 40[04] /)
  expect(said.toLowerCase()).not.toContain('access-control-allow')
})

it('an address, a port and a host name that a sender claims are ignored', async () => {
  const claims =
    'X-Forwarded-For: 203.0.113.9\r\nX-Forwarded-Host: ailleurs.example\r\nForwarded: for=203.0.113.9\r\n'
  const said = await ask('/', 'GET', claims)
  expect(said.toLowerCase()).toContain('location: /routes/explorer\r\n')
  expect(server.stdout()).not.toContain('203.0.113.9')
  expect(said).not.toContain('ailleurs')
})
