import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { connectionCodeOf, isTlsCode } from '#server/platform/connection-codes.ts'
import { DirectoryAway } from './away.ts'
import type { DirectorySettings } from './settings.ts'

/**
 * Returns a connection on which nothing is sent in clear: TLS from the first byte, or StartTLS (RFC 4511
 * §4.14) before anything else. The certificate must be valid for the configured host.
 *
 * StartTLS is implemented here and not by the LDAP library, for two reasons. Data received in clear after the
 * server's answer would be read as if it were under TLS (response injection, as in CVE-2011-0411 for SMTP):
 * here any surplus closes the connection. And a library that reconnects by itself would do so in clear, with
 * the next password.
 *
 * @param signal closes the connection at any time
 * @throws DirectoryAway network, tls or timeout
 */
export async function openChannel(
  { host, port, tls, authorities }: DirectorySettings,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const ca = authorities()
  const trust = {
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== null && { ca }),
  } as const
  let plain: Socket | undefined
  let channel: TLSSocket | undefined
  const stop = () => {
    plain?.destroy()
    channel?.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (tls === 'starttls') {
      plain = connectPlain({ host, port })
      await startTls(plain)
      // A socket destroyed meanwhile emits no event to wait for.
      if (signal.aborted) throw new DirectoryAway('timeout')
    }
    channel = connectTls({ ...trust, ...(plain ? { socket: plain } : { port }) })
    await settled(channel, 'secureConnect')
    return channel
  } catch (error) {
    stop()
    if (signal.aborted) throw new DirectoryAway('timeout')
    if (error instanceof DirectoryAway) throw error
    const code = connectionCodeOf(error)
    throw new DirectoryAway(code !== null && isTlsCode(code) ? 'tls' : 'network', error)
  }
}

/** Resolves at `event`, and rejects at an error or the end if that is first. */
function settled(socket: Socket, event: 'connect' | 'secureConnect' | 'data'): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const done = (data?: Buffer) => {
      forget()
      resolve(data)
    }
    const failed = (error?: unknown) => {
      forget()
      reject(error instanceof Error ? error : new DirectoryAway('network'))
    }
    const forget = () => {
      socket.off(event, done).off('error', failed).off('close', failed)
      // An error between two requests is reported by the next one.
      socket.on('error', () => undefined)
    }
    if (socket.destroyed) failed()
    else socket.once(event, done).once('error', failed).once('close', failed)
  })
}

const startTlsName = '1.3.6.1.4.1.1466.20037'
const startTlsRequest = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, startTlsName.length]),
  Buffer.from(startTlsName, 'latin1'),
])
const longestAnswer = 4_096

/** Requests TLS, and accepts only one whole answer that grants it. */
async function startTls(socket: Socket): Promise<void> {
  await settled(socket, 'connect')
  socket.write(startTlsRequest)
  let answer = Buffer.alloc(0)
  do {
    answer = Buffer.concat([answer, (await settled(socket, 'data')) ?? Buffer.alloc(0)])
    if (answer.length > longestAnswer) throw new DirectoryAway('answer')
  } while (answer.length < (wholeLength(answer) ?? Infinity))
  socket.pause()
  const { BerReader } = await import('ldapts')
  const reader = new BerReader(answer)
  reader.readSequence(sequence)
  const isAnswer =
    answer.length === wholeLength(answer) &&
    reader.readInt() === 1 &&
    reader.readSequence() === extendedResponse
  if (!isAnswer) throw new DirectoryAway('tls')
  const result = reader.readEnumeration()
  if (result !== 0) throw new DirectoryAway('tls', result === null ? undefined : { result, data: null })
}

const sequence = 0x30
const extendedResponse = 0x78

/** Returns the length of the message that begins here (X.690 §8.1.3); null while it is unknown. */
function wholeLength(bytes: Buffer): number | null {
  const first = bytes[1]
  if (first === undefined) return null
  if (first < 0x80) return 2 + first
  const size = first - 0x80
  if (size < 1 || size > 4) throw new DirectoryAway('answer')
  return bytes.length < 2 + size ? null : 2 + size + bytes.readUIntBE(2, size)
}
