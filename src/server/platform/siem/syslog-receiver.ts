import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { framed, syslogMessage } from './formats.ts'
import { DeliveryError, deliveryErrorOf, type OpenDelivery } from './receivers.ts'
import type { SiemFormat, SyslogSettings } from './settings.ts'

const times = {
  /** A receiver that neither reads nor answers for so long has failed, in milliseconds. */
  patienceMs: 30_000,
  /**
   * How long a receiver has to refuse this client after the handshake. With TLS 1.3 it checks the client's certificate later
   * than we end the handshake, and its end of the connection must not be taken for that after the events.
   */
  refusalMs: 250,
} as const

/**
 * Sends events to a syslog receiver, a connection for each delivery. Syslog has no acknowledgement; the end of the connection
 * takes its place. We send TLS's close_notify, and the receiver answers with its own when it has read everything before
 * (RFC 5425 §4.4). Without it a receiver may have been killed, or somebody on the way may have ended the connection.
 * @param host the name of the installation in the messages
 */
export const openSyslog =
  (settings: SyslogSettings, format: SiemFormat, host: string): OpenDelivery =>
  async () => {
    const { host: receiver, port, tls } = settings
    const files = tls && (await filesOf(tls))
    const raw = connect({ host: receiver, port })
    const socket = files ? connectTls({ socket: raw, ...named(receiver), ...files }) : raw
    let isFinishing = false
    let hasEnded = false
    const failed = new Promise<never>((_, reject) => {
      socket.on('error', (error) => reject(deliveryErrorOf(error)))
      raw.on('error', (error) => reject(deliveryErrorOf(error)))
      socket.once('close', () => reject(new DeliveryError('CLOSED')))
      socket.once('timeout', () => reject(new DeliveryError(isFinishing ? 'UNCONFIRMED' : 'ETIMEDOUT')))
    })
    const abandon = (): void => {
      socket.destroy()
      raw.destroy()
    }
    failed.catch(abandon)
    const ended = new Promise<void>((resolve) => {
      socket.once('end', () => {
        hasEnded = true
        resolve()
      })
    })
    socket.setTimeout(times.patienceMs)
    // What a receiver says is of no interest; it has to be read for the end to be seen.
    socket.resume()
    await Promise.race([once(socket, tls ? 'secureConnect' : 'connect'), failed])
    if (tls) await Promise.race([pause(times.refusalMs), failed])
    return {
      write: (events) => {
        const text = events.map((event) => framed(syslogMessage(format, host, event))).join('')
        const written = new Promise<void>((resolve) => {
          socket.write(text, (error) => void (error || resolve()))
        })
        return Promise.race([written, failed])
      },
      finish: async () => {
        // A receiver that ends first has not read what is still to come.
        if (hasEnded) throw new DeliveryError('CLOSED')
        isFinishing = true
        const before = raw.bytesRead
        socket.end()
        await Promise.race([ended, failed])
        const hasAnswered = raw.bytesRead > before
        abandon()
        if (tls?.close === 'answered' && !hasAnswered) throw new DeliveryError('UNCONFIRMED')
      },
      abandon,
    }
  }

const named = (host: string) => ({ host, ...(isIP(host) === 0 && { servername: host }) })

/** Reads the files of TLS; each time, so that renewed certificates need no restart. */
async function filesOf({ caFile, client }: NonNullable<SyslogSettings['tls']>) {
  try {
    return {
      minVersion: 'TLSv1.2' as const,
      ...(caFile !== null && { ca: await readFile(caFile) }),
      ...(client && { cert: await readFile(client.certFile), key: await readFile(client.keyFile) }),
    }
  } catch (error) {
    throw deliveryErrorOf(error)
  }
}
