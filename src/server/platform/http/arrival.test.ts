import { fastify } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { arrivalMs, limitArrival } from './arrival.ts'
import { clientErrorHandler } from './client-errors.ts'

/** Returns the reply of a server with a limit to a body sent byte by byte, or all with its head. */
async function answerTo(
  everyMs: number,
  { length = 10, multipart = {}, limitMs = 60_000 } = {},
): Promise<string> {
  const app = fastify({ clientErrorHandler: clientErrorHandler({}) })
  onTestFinished(() => app.close())
  const onRequest = limitArrival({ multipart }, limitMs)
  app.post('/', { ...(onRequest && { onRequest }) }, async ({ body }) => body)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => (said += chunk.toString()))
  socket.on('error', () => undefined)
  const head = `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
  const body = `"${'1'.repeat(length - 2)}"`
  const bytes = everyMs === 0 ? [] : body.split('')
  socket.write(everyMs === 0 ? `${head}${body}` : head)
  const timer = setInterval(() => {
    const byte = bytes.shift()
    if (byte === undefined || socket.destroyed) return clearInterval(timer)
    socket.write(byte)
  }, everyMs)
  await Promise.race([once(socket, 'data'), once(socket, 'close')])
  clearInterval(timer)
  socket.destroy()
  return said
}

it('a body that arrives too slowly, however steadily, is refused with 408', async () => {
  // It would take hours without a long pause: only a limit on the whole ends it.
  expect(await answerTo(50, { length: 1_000_000, limitMs: 300 })).toMatch(/^HTTP\/1\.1 408 /)
})

it('a body that arrives in time is accepted, and so is a slow one on a call with a file', async () => {
  expect(await answerTo(0)).toMatch(/^HTTP\/1\.1 200 /)
  const multipart = { file: { field: 'file', maxBytes: 1 } }
  expect(await answerTo(60, { multipart, limitMs: 1 })).toMatch(/^HTTP\/1\.1 200 /)
})

it('only calls with a file have a longer limit', () => {
  const longer = Object.values(api)
    .flatMap((feature) => Object.values(feature) as Endpoint[])
    .filter((endpoint) => limitArrival(endpoint) === undefined)
  expect(longer.length).toBeGreaterThan(0)
  for (const { path } of longer) expect(path).toMatch(/import|attachment/)
  expect(arrivalMs.usual + arrivalMs.checkMs).toBeLessThanOrEqual(32_000)
})
