import { isIPv6 } from 'node:net'
import { sql, type Kysely, type Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { BusyError, type Turn } from '#server/platform/crypto/work-bound.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Clock } from '#server/platform/sources.ts'
import { deviceLimits } from '#domain/platform/limits.ts'
import { createTurns } from './turns.ts'
import { countApart, giveBackApart, type Apart, type ApartLimits } from './tries-apart.ts'
import type { PlatformSettings } from '#server/platform/settings.ts'
import { LruMap } from '#server/platform/lru-map.ts'

const minute = 60_000

/** Tries that were wrong, or are still being judged, within a window. */
export type ThrottleLimits = {
  /** Of one network: an office behind one address stays below. */
  readonly network: { readonly tries: number; readonly windowMs: number }
  /** Of all networks together: beyond it only those that signed somebody in lately are judged. */
  readonly overall: { readonly tries: number; readonly windowMs: number }
  /** Of somebody who is counted apart, whatever their network. */
  readonly apart: ApartLimits
  /** How long a network stays known after a sign-in. */
  readonly knownMs: number
}

export const throttleLimits: ThrottleLimits = {
  network: { tries: 100, windowMs: 15 * minute },
  overall: { tries: 600, windowMs: minute },
  apart: deviceLimits,
  knownMs: 30 * 24 * 60 * minute,
}

/** The limits of an installation: that of one network is a setting. */
export const throttleLimitsOf = ({
  networkTries,
}: Pick<PlatformSettings, 'networkTries'>): ThrottleLimits => ({
  ...throttleLimits,
  network: { ...throttleLimits.network, tries: networkTries },
})

/** A try that was let through. */
export type Ticket = {
  /** Who is recognised, or comes from a network that signed somebody in lately, is judged before strangers. */
  readonly turn: Turn
  /** Takes the count back: the try was right, or could not be judged. */
  forgive(): Promise<void>
  /** Notes that somebody signed in from there; it takes the count back too. */
  welcome(): Promise<void>
}

type Taking = { readonly as?: Apart | null; readonly isFull?: (turn: Turn) => boolean }

/**
 * Bounds what is tried from outside, whatever the logins: by network and over all networks. Who is recognised is counted
 * apart: no stranger's tries hold them up, and theirs hold up nobody.
 */
export type Throttle = {
  /**
   * Counts a try.
   * @param how `as`: who it is, if they are recognised; others count for their network. `isFull`: of what judges it: where it could not be judged now, there is nothing to count
   * @throws Refusal TOO_MANY_TRIES with the seconds to wait; BusyError where `isFull`
   */
  take(ip: string, how?: Taking): Promise<Ticket>
  /**
   * Judges something costly: of somebody who is recognised one at a time, while one more waits. What is refused here
   * has been counted nowhere.
   * @throws Refusal SERVER_BUSY, and whatever the work throws
   */
  inTurn<Result>(as: Apart | null, work: () => Promise<Result>): Promise<Result>
  /** Looks at the database again before it refuses a network: an administrator has let it try anew. */
  lookAgainAt(network: string): void
}

/** As many costly things of one person as the bound of costly work takes. */
const shareOfOne = { concurrency: 1, queue: 1 }
/** The row that counts for all networks. */
export const everybody = '*'
/** How many networks a node remembers to be full, so that a flood from them costs no query. */
const remembered = 20_000
/** How long it does so before it looks again: another node may have let them try anew. In milliseconds. */
const rememberedMs = 10_000

type Counted = { network: string; since: number; known_at: number | null }

/**
 * The throttle counts in the database, so that several nodes share one count; in one statement of its own, so that
 * a transaction that waits or fails neither holds it up nor undoes it. The lockout of each account is apart.
 */
export function createThrottle(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  limits: ThrottleLimits = throttleLimits,
): Throttle {
  /** Until when a network, or everybody, has to wait, and until when that is told without a look at the database. */
  const full = new LruMap<string, { readonly until: number; readonly lookAt: number }>(remembered)
  const waitOf = (network: string, now: number): number | null => {
    const known = full.get(network)
    return known && known.lookAt > now ? known.until : null
  }

  const turns = createTurns(shareOfOne)

  const refuse = (network: string, until: number, now: number): Refusal => {
    if (waitOf(network, now) === null) {
      full.set(network, { until, lookAt: Math.min(until, now + rememberedMs) })
    }
    return new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: (until - now) / 1000 })
  }

  const isKnown = (row: Pick<Counted, 'known_at'> | undefined, now: number): boolean =>
    row !== undefined && row.known_at !== null && row.known_at > now - limits.knownMs

  const rowOf = (network: string): Promise<Counted | undefined> =>
    db
      .selectFrom('sign_in_networks')
      .select(['network', 'since', 'known_at'])
      .where('network', '=', network)
      .executeTakeFirst()

  /** Both counts at once; a row that is full is left as it is and not answered. */
  const count = async (network: string, now: number): Promise<readonly Counted[]> => {
    const windowOf = sql`case sign_in_networks.network when ${everybody}
      then cast(${limits.overall.windowMs} as bigint) else cast(${limits.network.windowMs} as bigint) end`
    const mostOf = sql`case sign_in_networks.network when ${everybody}
      then cast(${limits.overall.tries} as bigint) else cast(${limits.network.tries} as bigint) end`
    // A window begins with a try that counts: where all were given back, there is none.
    const isOver = sql`(sign_in_networks.tries = 0
      or sign_in_networks.since <= cast(${now} as bigint) - ${windowOf})`
    const { rows } = await sql<Counted>`
      insert into sign_in_networks (network, since, tries)
      values (${network}, ${now}, 1), (${everybody}, ${now}, 1)
      on conflict (network) do update set
        tries = case when ${isOver} then 1 else sign_in_networks.tries + 1 end,
        since = case when ${isOver} then excluded.since else sign_in_networks.since end
      where ${isOver} or sign_in_networks.tries < ${mostOf}
      returning network, since, known_at`.execute(db)
    return rows
  }

  const giveBack = async (counted: readonly Counted[]): Promise<void> => {
    if (counted.length === 0) return
    await db
      .updateTable('sign_in_networks')
      .set((to) => ({ tries: to('tries', '-', 1) }))
      // Of a later window there is nothing to take back.
      .where((is) => is.or(counted.map(({ network, since }) => is.and({ network, since }))))
      .where('tries', '>', 0)
      .execute()
    for (const { network } of counted) full.delete(network)
  }

  const welcomeTo = async (network: string): Promise<void> => {
    const known_at = clock()
    await db
      .insertInto('sign_in_networks')
      .values({ network, since: known_at, tries: 0, known_at })
      .onConflict((conflict) => conflict.column('network').doUpdateSet({ known_at }))
      .execute()
  }

  const takeApart = async ({ who, turn }: Apart, network: string, now: number): Promise<Ticket | null> => {
    const since = await countApart(db, who, now, limits.apart)
    if (since === null) return null
    const forgive = () => giveBackApart(db, who, since)
    return {
      turn,
      forgive,
      welcome: async () => {
        await forgive()
        await welcomeTo(network)
      },
    }
  }

  return {
    inTurn: (as, work) => (as?.turn.person === undefined ? work() : turns.take(as.turn.person, work)),

    lookAgainAt: (network) => void full.delete(network),

    async take(ip, { as, isFull } = {}) {
      const now = clock()
      const network = networkOf(ip)
      if (as) {
        if (isFull?.(as.turn)) throw new BusyError()
        const ticket = await takeApart(as, network, now)
        if (ticket) return ticket
      }
      const own = waitOf(network, now)
      if (own !== null) throw refuse(network, own, now)
      const all = waitOf(everybody, now)
      const isFlooded = isFull?.({ lane: 'stranger' }) ?? false
      if (all !== null || isFlooded) {
        const lane = isKnown(await rowOf(network), now) ? 'known' : 'stranger'
        if (all !== null && lane === 'stranger') throw refuse(everybody, all, now)
        if (isFull?.({ lane })) throw new BusyError()
      }

      const counted = await count(network, now)
      const mine = counted.find((row) => row.network === network)
      if (!mine) {
        const since = (await rowOf(network))?.since ?? now
        await giveBack(counted)
        throw refuse(network, since + limits.network.windowMs, now)
      }
      const known = isKnown(mine, now)
      if (counted.length === 1 && !known) {
        const since = (await rowOf(everybody))?.since ?? now
        await giveBack(counted)
        throw refuse(everybody, since + limits.overall.windowMs, now)
      }
      return {
        turn: { lane: known ? 'known' : 'stranger' },
        forgive: () => giveBack(counted),
        welcome: async () => {
          await giveBack(counted)
          await welcomeTo(network)
        },
      }
    },
  }
}

/** Deletes the counts that say nothing any more. */
export async function deleteOldCounts(
  tx: Transaction<Tables>,
  now: number,
  limits: ThrottleLimits = throttleLimits,
): Promise<void> {
  await tx
    .deleteFrom('sign_in_networks')
    .where('since', '<=', now - limits.network.windowMs)
    .where((is) => is.or([is('known_at', 'is', null), is('known_at', '<=', now - limits.knownMs)]))
    .execute()
  await tx
    .deleteFrom('tries_apart')
    .where('since', '<=', now - limits.apart.windowMs)
    .execute()
}

/** An IPv6 subscriber holds a whole /64: its addresses count as one. */
function networkOf(ip: string): string {
  if (!isIPv6(ip) || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].slice(0, 4).join(':')
}
