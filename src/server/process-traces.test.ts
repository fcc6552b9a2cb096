import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { expectStatus, foundAndSignIn, newChest } from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import { migratedInstallation, startServer, temporaryFolder } from './testing/process.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }
type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
}
type Request = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[]
}

/** An OTLP receiver on loopback, which keeps what it gets. */
async function startCollector() {
  const got: { path: string; key: string; body: string }[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ path: request.url ?? '', key: String(request.headers['x-key']), body })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const requests = () => got.map(({ body }) => JSON.parse(body) as Request)
  const spans = () =>
    requests().flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
  return { url: `http://127.0.0.1:${typeof place === 'object' ? place?.port : 0}`, got, requests, spans }
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]))

/** Names on the error output what a process loads of the packages that only settings ask for. */
const loading = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  if (/^(?:@opentelemetry|prom-client)/.test(name)) process.stderr.write('LOADED ' + name + '\\n')
  return next(name, context)
} })`)}`
const watched = { NODE_OPTIONS: `--import=${loading}` }

eachEngine((engine) => {
  it('[WTCH-11] [WTCH-12] requests and their statements are traced to the collector, without values', async () => {
    const collector = await startCollector()
    const settings = await migratedInstallation(engine)
    const server = await startServer({
      ...settings,
      ...watched,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=cle',
      OTEL_SERVICE_NAME: 'coffre',
    })
    const browser = await foundAndSignIn(server.url, server.setupToken())
    const chestId = await newChest(browser)
    const made = { chestId, name: 'CANARI', login: 'CANARI', password: 'CANARI-quatre-chevaux' }
    const { id } = expectStatus(await browser.post('/api/item/', made), 201).body as { id: number }
    await browser.get(`/api/item/${id}/copy?CANARI=1`)
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await fetch(`${server.url}/CANARI/nowhere`, {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    })
    expect((await server.end('SIGTERM')).code).toBe(0)

    expect(new Set(collector.got.map(({ path, key }) => `${path} ${key}`))).toEqual(
      new Set(['/v1/traces cle']),
    )
    const spans = collector.spans()
    const named = (name: string) => {
      const span = spans.find((one) => one.name === name)
      expect([name, span !== undefined]).toEqual([name, true])
      return span as Span
    }
    const creation = named('POST /api/item/')
    expect(valuesOf(creation.attributes)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/item/',
      'http.response.status_code': 201,
    })
    // With a body the handler runs in an event of the socket.
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === creation.spanId)
    expect(statements.map(({ name }) => name)).toContain('INSERT items')
    expect(valuesOf(statements.find(({ name }) => name === 'INSERT items')?.attributes ?? [])).toEqual({
      'db.system.name': engine === 'postgres' ? 'postgresql' : 'sqlite',
      'db.operation.name': 'INSERT',
      'db.collection.name': 'items',
    })
    expect(named('GET /api/item/:id/copy').traceId).not.toBe(creation.traceId)
    expect(named('GET none')).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
    const [resource] = collector.requests().flatMap(({ resourceSpans }) => resourceSpans)
    expect(valuesOf(resource?.resource.attributes ?? [])).toMatchObject({ 'service.name': 'coffre' })

    const attributes = new Set(spans.flatMap((span) => span.attributes.map(({ key }) => key)))
    expect([...attributes].toSorted()).toEqual([
      'db.collection.name',
      'db.operation.name',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ])
    expect(JSON.stringify(collector.got)).not.toMatch(/canari|camille|127\.0\.0\.1|chevaux/i)
    expect(server.stderr()).toContain('LOADED @opentelemetry/sdk-trace')
  })
})

it('[WTCH-11] without the variables, no package of traces or metrics is loaded', async () => {
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }
  for (const settings of [{}, off]) {
    const server = await startServer({ TROUSSEAU_DATA: temporaryFolder(), ...watched, ...settings })
    await server.end('SIGTERM')
    expect(server.stderr()).not.toContain('LOADED')
  }
})

it('[WTCH-11] a collector that does not answer delays neither requests nor the stop', async () => {
  const server = await startServer({
    TROUSSEAU_DATA: temporaryFolder(),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  })
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
  expect((await server.end('SIGTERM')).code).toBe(0)
})
