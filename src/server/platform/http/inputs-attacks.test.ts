import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { startTestApp, type Call, type Reply, type TestApp } from '#server/testing/app.ts'
import { eachEngine, isRunOn } from '#server/testing/databases.ts'
import { sampleRequest } from '#server/testing/samples.ts'
import { worldOf, type TestChest, type TestUser, type World } from '#server/testing/world.ts'
import { checkerOf } from './validate.ts'

const endpoints = Object.values(api).flatMap((feature) => Object.values(feature)) as Endpoint[]

/** These tell the operator which database runs. Their refusals do not. */
const operatorCalls: readonly Endpoint[] = [api.administration.state, api.administration.settings]

/** Hostile values for databases, parsers, templates, paths, lists, numbers. */
const nasty: unknown[] = [
  '\u0000',
  'a\ud800',
  '\udfff',
  "'; drop table items; --",
  '%_\\',
  '{{7*7}}${7*7}',
  '../../etc/passwd',
  '__proto__',
  'x'.repeat(9_000),
  '\u202E\u2066',
  '\r\nSet-Cookie: a=b',
  -1,
  1.5,
  1e308,
  2 ** 60,
  null,
  true,
  [],
  {},
  [['']],
  { toString: 'x' },
]

/** Names a request by all that it sends. */
const keyOf = ({ method, path, body }: Call): string =>
  `${method} ${path} ${body instanceof FormData ? '' : JSON.stringify(body)}`

/** Whether the router or a schema refused a request. Handlers refuse bodies and headers with the same code, after queries. */
function isOfSchema({ body: schema }: Endpoint, { body }: Call, reply: Reply): boolean {
  const { code, details } = (reply.body ?? {}) as { code?: string; details?: { field?: string } }
  if (code !== 'INVALID_REQUEST') return false
  if (/^(params|query|$)/.test(details?.field ?? '')) return true
  if (!schema || body instanceof FormData) return false
  try {
    checkerOf(schema, 'body')(JSON.parse(JSON.stringify(body)))
    return false
  } catch {
    return true
  }
}

/** The requests that a schema refused on the first engine. */
const schemaRefused = new Set<string>()

eachEngine((engine) => {
  let app: TestApp
  let world: World
  let owner: TestUser
  let chest: TestChest
  beforeAll(async () => {
    app = await startTestApp(engine)
    world = worldOf(app)
    owner = await world.addUser({ login: 'fuzz', role: 'ROLE_SUPER_ADMINISTRATOR' })
    chest = await world.addChest('Coffre', owner)
  })
  afterAll(() => app.close())

  it('no value in any field, header or address causes a 500', async () => {
    const ids = (field: string) => (/chest/i.test(field) ? chest.id : 1)
    let cookie = await world.session(owner)
    const known = new Set(isRunOn(engine, 'schemas') ? [] : schemaRefused)
    for (const endpoint of endpoints) {
      const sample = sampleRequest(endpoint, ids)
      const fields = sample.body instanceof FormData ? [] : Object.keys((sample.body ?? {}) as object)
      for (const value of nasty) {
        const bodies = fields.map((field) => ({ ...(sample.body as object), [field]: value }))
        const text = encodeURIComponent(
          typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value),
        )
        const paths = [
          sample.path.replace(/=[^&]*/g, `=${text}`),
          endpoint.path.replace(/:\w+/g, text),
          `${sample.path}${sample.path.includes('?') ? '&' : '?'}${text}=${text}`,
        ]
        const calls = [
          ...bodies.map((body) => ({ ...sample, body })),
          ...paths.map((path) => ({ ...sample, path })),
          // An address without ids or parameters stays as it is for every value.
        ].filter((call) => !known.has(keyOf(call)))
        for (const call of calls) {
          known.add(keyOf(call))
          const reply = await app.call({ ...call, cookie })
          if (isOfSchema(endpoint, call, reply)) schemaRefused.add(keyOf(call))
          // What succeeded, or was refused for who asks, may have ended the session: the next call gets another.
          if (reply.status === 401 || (reply.status < 300 && call.method !== 'GET'))
            cookie = await world.session(owner)
          expect(reply.status, `${call.method} ${call.path} ${JSON.stringify(call)}`).toBeLessThan(500)
          const tellsDatabase = operatorCalls.includes(endpoint) && reply.status === 200
          if (!tellsDatabase)
            expect(reply.text).not.toMatch(/sqlite|postgres|select |at \/|node_modules|\.ts:\d/i)
          expect(reply.text).not.toMatch(/node_modules|\.ts:\d/)
          expect([reply.headers['set-cookie'] ?? []].flat().join()).not.toContain('a=b')
        }
      }
    }
    expect(app.logged()).not.toContain('"level":"error"')
  }, 240_000)
})
