import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { imports } from '#contract/vault/imports.ts'
import { importLimits } from '#domain/platform/limits.ts'
import { fileTooLarge } from '#texts/platform/lists.ts'
import { refusalOf, sendRefusal } from './errors.ts'
import { readForm } from './multipart.ts'

const pieceBytes = 64 * 1024
const before = Buffer.from(
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a.xml"\r\ncontent-type: text/xml\r\n\r\n',
)
const after = Buffer.from('\r\n--x--\r\n')

/** Opens a connection to a server that replies with the length of a form's file. */
async function connection(endpoint: typeof imports.keepass | typeof imports.lockself): Promise<Socket> {
  const app = fastify()
  await app.register(multipart)
  app.setErrorHandler((error, _, reply) => {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    return sendRefusal(reply, refusal)
  })
  app.post('/', async (request) => (await readForm(request, endpoint)).file?.bytes.length)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setNoDelay()
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Returns the reply to a file of `size` bytes whose last piece begins at `cut`. */
async function answerTo(socket: Socket, size: number, cut: number): Promise<string> {
  const type = 'content-type: multipart/form-data; boundary=x'
  const length = `content-length: ${before.length + size + after.length}`
  const answer = once(socket, 'data') as Promise<[Buffer]>
  const write = async (bytes: Uint8Array) => {
    if (!socket.write(bytes)) await once(socket, 'drain')
  }
  await write(Buffer.from(`POST / HTTP/1.1\r\nhost: x\r\n${type}\r\n${length}\r\n\r\n`))
  await write(before)
  for (let sent = 0; sent < cut; sent += pieceBytes)
    await write(Buffer.alloc(Math.min(pieceBytes, cut - sent), 0x20))
  // The last bytes arrive apart from those before.
  await pause(5)
  await write(Buffer.alloc(size - cut, 0x20))
  await pause(5)
  await write(after)
  return (await answer)[0].toString()
}

it.each([imports.keepass, imports.lockself])(
  'a file over the limit is refused with its limit, wherever its pieces end: $path [IMPT-05] [IMPT-06]',
  async (endpoint) => {
    const { xmlBytes } = importLimits
    const socket = await connection(endpoint)
    for (let round = 0; round < 20; round += 1) {
      const cut = round % 2 === 0 ? xmlBytes : xmlBytes - 7 * round
      const answer = await answerTo(socket, xmlBytes + 1, cut)
      expect(answer, `round ${round}`).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer, `round ${round}`).toContain(JSON.stringify(fileTooLarge(xmlBytes)))
    }
    // The connection serves on, after a file of many times the limit too.
    expect(await answerTo(socket, 20 * xmlBytes, xmlBytes)).toMatch(/^HTTP\/1\.1 413 /)
    expect(await answerTo(socket, xmlBytes, xmlBytes - 1)).toMatch(
      new RegExp(`^HTTP/1\\.1 200 [^]*${xmlBytes}$`),
    )
  },
)
