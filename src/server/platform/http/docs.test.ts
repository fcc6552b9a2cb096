import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { escaped } from '#server/platform/html.ts'
import { fieldsOf, typeOf } from './docs-schema.ts'

const endpoints = Object.values(api).flatMap((feature) => Object.values(feature)) as Endpoint[]

describe('the documentation of the interface', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp('sqlite')
  })
  afterAll(() => app.close())
  const get = (path: string) => app.call({ method: 'GET', path, foreign: true })

  it('is served as OpenAPI to everybody, without a session or a header', async () => {
    const reply = await get('/api/openapi.json')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(openApiDocument())
  })

  it('refers to shapes and refusals that the document holds', () => {
    const { components } = openApiDocument() as { components: Record<string, Record<string, unknown>> }
    const references = JSON.stringify(openApiDocument()).matchAll(/"#\/components\/(\w+)\/([\w.-]+)"/g)
    const named = new Set([...references].map(([, kind, name]) => `${kind} ${name}`))
    const held = Object.entries(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind} ${name}`),
    )
    expect([...named].toSorted()).toEqual(held.toSorted())
  })

  it('is a page that names every call, with no script and no style of its own', async () => {
    const { status, text, headers } = await get('/api/docs')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    for (const { path } of endpoints) expect(text).toContain(`>${path.replace(/:(\w+)/g, '{$1}')}<`)
    expect(text.match(/<details /g)).toHaveLength(endpoints.length)
    // What the document refers to is written out.
    expect(text).toContain('<td>entier (au moins 1)</td>')
    expect(text).toContain('SESSION_EXPIRED: ')
    expect(text).not.toMatch(/<(script|style)|\sstyle="|https?:/)
    expect((await get('/api/docs/')).status).toBe(200)
    const style = await get('/api/docs/style.css')
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(style.text).not.toMatch(/url\(|@import/)
  })

  it('tells types in words', () => {
    expect(typeOf({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toBe(
      'entier (au moins 1)',
    )
    expect(typeOf({ anyOf: [{ type: 'string', maxLength: 5 }, { type: 'null' }] })).toBe(
      'texte (au plus 5) ou rien',
    )
    expect(typeOf({ enum: ['<a>'] })).toBe('<code>&quot;&lt;a&gt;&quot;</code>')
    expect(escaped(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;')
    const list = { type: 'array', items: { type: 'object', properties: { id: { type: 'integer' } } } }
    expect(fieldsOf(list)).toContain('<code>id</code> <span>entier</span>')
  })
})
