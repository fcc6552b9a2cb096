import { elapsedSince } from '#domain/platform/moments.ts'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { serverTexts } from '#texts/platform/server.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'

/** The prefix of the rows of `settings` that store seen proxies by address; the value is the time in milliseconds. */
const prefix = 'proxy.untrusted.'
/** The limit of stored and reported addresses: any caller who reaches the server may send the header. */
const most = 10
/** How often one is stored again, and how long it is reported after it was last seen. In milliseconds. */
const againMs = 3_600_000
const toldMs = 7 * 24 * 3_600_000

/** A proxy that forwards requests, and whose `X-Forwarded-For` is not trusted. */
export type UntrustedProxy = {
  readonly address: string
  readonly seenAt: number
  /** Whether its address is of a private network: it is then the installation's own. */
  readonly isNear: boolean
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const near = listOf([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])
const isIn = (list: BlockList, address: string): boolean => list.check(address, familyOf(address))

/** Returns an address as people write it: IPv4 over an IPv6 socket as IPv4. */
const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')

/**
 * Detects proxies whose `X-Forwarded-For` is not trusted: all callers behind one count as one network, and one of them can
 * lock out all. Each is logged once, and stored for the doctor and the administration page.
 * @returns a function that checks the sender of a request; it returns a promise if it stores a proxy, else null
 */
export function watchProxies({
  db,
  clock,
  log,
  config,
}: Pick<PlatformDeps, 'db' | 'clock' | 'log' | 'config'>) {
  const trusted = listOf(config.trustedProxies)
  const seen = new Map<string, number>()
  return ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): Promise<void> | null => {
    if (headers['x-forwarded-for'] === undefined || socket.remoteAddress === undefined) return null
    const address = plainAddress(socket.remoteAddress)
    const now = clock()
    const last = seen.get(address)
    if (last === undefined ? seen.size >= most : elapsedSince(last, now) < againMs) return null
    if (isIP(address) === 0 || isIn(trusted, address)) return null
    seen.set(address, now)
    if (last === undefined) log.warn({ proxy: address }, serverTexts.proxyUntrusted(address))
    return keep(db, address, now).catch((error: unknown) =>
      log.warn({ err: error }, 'an untrusted proxy was not noted'),
    )
  }
}

async function keep(db: Kysely<Tables>, address: string, now: number): Promise<void> {
  const kept = await rowsOf(db)
  const old = kept.filter(({ seenAt }) => seenAt <= now - toldMs)
  if (old.length > 0) {
    // With the time that was read: another node may have seen the proxy again since.
    const rows = old.map(({ address: one, seenAt }) => ({ name: prefix + one, value: String(seenAt) }))
    await db
      .deleteFrom('settings')
      .where((is) => is.or(rows.map((row) => is.and(row))))
      .execute()
  }
  const isNew = !kept.some((one) => one.address === address)
  if (isNew && kept.length - old.length >= most) return
  const value = String(now)
  await db
    .insertInto('settings')
    .values({ name: prefix + address, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function rowsOf(db: Kysely<Tables>): Promise<{ address: string; seenAt: number }[]> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'like', `${prefix}%`)
    .orderBy('name')
    .execute()
  return rows.map(({ name, value }) => ({ address: name.slice(prefix.length), seenAt: Number(value) }))
}

/** Returns the proxies that any node saw in the last week, and that the settings still do not name. */
export async function untrustedProxies(
  db: Kysely<Tables>,
  { trustedProxies }: Pick<PlatformSettings, 'trustedProxies'>,
  now: number,
): Promise<UntrustedProxy[]> {
  const trusted = listOf(trustedProxies)
  const rows = await rowsOf(db)
  return rows
    .filter(({ address, seenAt }) => seenAt > now - toldMs && isIP(address) !== 0 && !isIn(trusted, address))
    .map((row) => ({ ...row, isNear: isIn(near, row.address) }))
}
