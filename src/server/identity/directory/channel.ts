import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { DirectoryAway } from './away.ts'
import type { DirectorySettings } from './settings.ts'

/**
 * A connection on which nothing is ever said in clear: TLS from the first byte, or StartTLS (RFC 4511 §4.14) before
 * anything else; the certificate must stand for the host of the settings.
 *
 * StartTLS is spoken here and not by the LDAP library, for two reasons. What came in clear after the server's answer
 * would be read as if it had come under TLS (response injection, as CVE-2011-0411 has it for SMTP): here any surplus
 * ends the connection. And a library that connects again by itself would do so in clear, with the next password.
 *
 * @param signal ends the connection at any moment
 * @throws DirectoryAway network, tls or timeout
 */
export async function openChannel(
  { host, port, tls, ca }: DirectorySettings,
  signal: AbortSignal,
): Promise<TLSSocket> {
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
      // What ended meanwhile gives no event any more that could be waited for.
      if (signal.aborted) throw new DirectoryAway('timeout')
    }
    channel = connectTls({ ...trust, ...(plain ? { socket: plain } : { port }) })
    await settled(channel, 'secureConnect')
    return channel
  } catch (error) {
    stop()
    if (signal.aborted) throw new DirectoryAway('timeout')
    if (error instanceof DirectoryAway) throw error
    throw new DirectoryAway(isAboutTls(error) ? 'tls' : 'network', error)
  }
}

/** Node names what is wrong with a connection by the system's codes; all others are about TLS. */
const isAboutTls = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && !/^(E[A-Z]+|EAI_\w+)$/.test(String(error.code))

/** `event`, or the error or the end that comes first. */
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
      // What breaks between two questions is told by the next one.
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

/** Asks for TLS, and takes nothing but one whole answer that says yes. */
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
  const isYes =
    answer.length === wholeLength(answer) &&
    reader.readInt() === 1 &&
    reader.readSequence() === extendedResponse &&
    reader.readEnumeration() === 0
  if (!isYes) throw new DirectoryAway('tls')
}

const sequence = 0x30
const extendedResponse = 0x78

/** How long the message is that begins here, its head included (X.690 §8.1.3); null while that cannot be told. */
function wholeLength(bytes: Buffer): number | null {
  const first = bytes[1]
  if (first === undefined) return null
  if (first < 0x80) return 2 + first
  const size = first - 0x80
  if (size < 1 || size > 4) throw new DirectoryAway('answer')
  return bytes.length < 2 + size ? null : 2 + size + bytes.readUIntBE(2, size)
}
