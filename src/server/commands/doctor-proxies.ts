import { doctorTexts } from '#texts/commands.ts'
import type { Config } from '../config.ts'
import type { Database } from '#server/platform/database/open.ts'
import { untrustedProxies } from '#server/platform/http/untrusted-proxies.ts'
import type { Finding } from './doctor-database.ts'

/**
 * Checks for proxies whose `X-Forwarded-For` is not trusted. One at a public address is not certainly a
 * fault: any client of the server may send that header.
 */
export async function checkProxies({ db }: Database, config: Config, now: number): Promise<Finding[]> {
  const texts = doctorTexts.proxies
  const found = await untrustedProxies(db, config, now)
  if (found.length === 0) return [{ state: 'good', text: texts.good }]
  return found.map(({ address, isNear }) =>
    isNear
      ? { state: 'bad', text: texts.untrusted(address) }
      : { state: 'unknown', text: texts.distant(address) },
  )
}
