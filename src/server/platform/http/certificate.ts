import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type Server } from 'node:tls'
import type { Logger } from 'pino'
import type { PlatformSettings } from '#server/platform/settings.ts'

/** How often the files are read, in milliseconds. */
const lookMs = 60_000

type Pair = { readonly cert: string; readonly key: string }

/** The certificate in use, which follows its files. */
export type Certificate = {
  /** When the certificate in use expires, in milliseconds since the epoch; null without TLS. */
  expiresAt(): number | null
  /** Reads the files again, and uses them if they changed and go together. */
  look(): void
  /** Looks every minute. */
  start(): void
  stop(): void
}

/** Returns when the first certificate of a PEM file expires, in milliseconds since the epoch. */
export const expiryOf = (pem: string): number => new X509Certificate(pem).validToDate.getTime()

const readPair = ({ cert, key }: NonNullable<PlatformSettings['tls']>): Pair => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
})

/**
 * Follows the files of the certificate: connections from then on get the new one, and those that are open stay. A pair that
 * cannot be used changes nothing.
 */
export function createCertificate(
  files: PlatformSettings['tls'],
  server: Pick<Server, 'setSecureContext'>,
  log: Pick<Logger, 'info' | 'error'>,
): Certificate {
  if (files === null) {
    const nothing = () => undefined
    return { expiresAt: () => null, look: nothing, start: nothing, stop: nothing }
  }
  let used = readPair(files)
  server.setSecureContext(used)
  /** What was found wrong at the last look: a renewal writes one file after the other, and is not told of that. */
  let wrong = ''
  let told = ''
  let timer: NodeJS.Timeout | undefined

  const look = (): void => {
    let found: Pair | null = null
    try {
      found = readPair(files)
      if (found.cert === used.cert && found.key === used.key) {
        wrong = ''
        return
      }
      void createSecureContext(found)
      const expiresAt = expiryOf(found.cert)
      server.setSecureContext(found)
      used = found
      wrong = ''
      log.info({ expiresAt: new Date(expiresAt).toISOString() }, 'the certificate was read again')
    } catch (error) {
      const now = found === null ? 'unreadable' : `${found.cert}${found.key}`
      if (now === wrong && now !== told) {
        log.error({ err: error, ...files }, 'the new certificate cannot be used: the former one stays')
        told = now
      }
      wrong = now
    }
  }

  return {
    expiresAt: () => expiryOf(used.cert),
    look,
    start: () => {
      timer = setInterval(look, lookMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
