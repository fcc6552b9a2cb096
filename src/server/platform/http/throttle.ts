import { hasCome, isBelieved, toleratedMs } from '#domain/platform/moments.ts'
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
import { subscriberNetworkOf } from '#server/platform/networks.ts'

const minute = 60_000

/** Limits of the tries that failed or are still being verified, within a time window. */
export type ThrottleLimits = {
  /** Of one network; high enough for an office behind one address. */
  readonly network: { readonly tries: number; readonly windowMs: number }
  /** Of all networks together; beyond it only networks with a recent sign-in may try. */
  readonly overall: { readonly tries: number; readonly windowMs: number }
  /** Of a recognised caller, who is counted apart from their network. */
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

/** Returns the limits of an installation: the limit of one network is a setting. */
export const throttleLimitsOf = ({
  networkTries,
}: Pick<PlatformSettings, 'networkTries'>): ThrottleLimits => ({
  ...throttleLimits,
  network: { ...throttleLimits.network, tries: networkTries },
})

/** A try that was allowed and counted. */
export type Ticket = {
  /** Recognised callers and networks with a recent sign-in are verified before unknown callers. */
  readonly turn: Turn
  /** Uncounts the try, because it was right or could not be verified. */
  forgive(): Promise<void>
  /** Marks the network as known after a sign-in, and uncounts the try. */
  welcome(): Promise<void>
}

type Taking = { readonly as?: Apart | null; readonly isFull?: (turn: Turn) => boolean }

/**
 * Limits unauthenticated tries, whatever the logins: per network and over all networks. Recognised callers are counted
 * apart: they and the unknown callers do not use up each other's tries.
 */
export type Throttle = {
  /**
   * Counts a try and returns its ticket.
   * @param how `as`: the recognised caller; other callers count for their network. `isFull`: whether the verification
   * has no place left; the try is then refused and not counted.
   * @throws Refusal TOO_MANY_TRIES with the seconds to wait; BusyError where `isFull`
   */
  take(ip: string, how?: Taking): Promise<Ticket>
  /**
   * Runs a costly verification. Each recognised caller has one that runs and one that waits. A call that is refused
   * here has not been counted.
   * @throws Refusal SERVER_BUSY, and what the work throws
   */
  inTurn<Result>(as: Apart | null, work: () => Promise<Result>): Promise<Result>
  /** Discards the cached refusal of a network, after an administrator reset its count. */
  lookAgainAt(network: string): void
}

/** The share of one user, the same as in the bound of costly work. */
const shareOfOne = { concurrency: 1, queue: 1 }
/** The key of the row that counts the tries of all networks. */
export const everybody = '*'
/** How many full networks a node caches, so that a flood from them costs no query. */
const remembered = 20_000
/** How long a full network is cached, in milliseconds: another node may have reset its count meanwhile. */
const rememberedMs = 10_000

/** Returns when a window ends. One of a clock that was ahead ends once the clock has stood for its length. */
export const endOf = (since: number, { windowMs }: { readonly windowMs: number }, now: number): number =>
  Math.min(since, now + toleratedMs) + windowMs

type Counted = { network: string; since: number; known_at: number | null }

/**
 * Creates the throttle. It counts in the database, so that several nodes share one count. Each count is one statement
 * outside any transaction, which therefore can neither delay it nor roll it back. The lockout of accounts is separate.
 */
export function createThrottle(
  { db, clock }: { db: Kysely<Tables>; clock: Clock },
  limits: ThrottleLimits = throttleLimits,
): Throttle {
  /** `until`: when the network, or all networks, may try again. `lookAt`: when the database is read again. */
  const full = new LruMap<string, { readonly until: number; readonly lookAt: number }>(remembered)
  const waitOf = (network: string, now: number): number | null => {
    const known = full.get(network)
    return known && !hasCome(known.lookAt, rememberedMs, now) ? known.until : null
  }

  const turns = createTurns(shareOfOne)

  const refuse = (network: string, until: number, now: number): Refusal => {
    if (waitOf(network, now) === null) {
      full.set(network, { until, lookAt: Math.min(until, now + rememberedMs) })
    }
    return new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: (until - now) / 1000 })
  }

  const isKnown = (row: Pick<Counted, 'known_at'> | undefined, now: number): boolean =>
    row !== undefined &&
    row.known_at !== null &&
    row.known_at > now - limits.knownMs &&
    isBelieved(row.known_at, now)

  const rowOf = (network: string): Promise<Counted | undefined> =>
    db
      .selectFrom('sign_in_networks')
      .select(['network', 'since', 'known_at'])
      .where('network', '=', network)
      .executeTakeFirst()

  /** Counts the try for its network and for all networks. A full row is neither changed nor returned. */
  const count = async (network: string, now: number): Promise<readonly Counted[]> => {
    const windowOf = sql`case sign_in_networks.network when ${everybody}
      then cast(${limits.overall.windowMs} as bigint) else cast(${limits.network.windowMs} as bigint) end`
    const mostOf = sql`case sign_in_networks.network when ${everybody}
      then cast(${limits.overall.tries} as bigint) else cast(${limits.network.tries} as bigint) end`
    // A window begins with a counted try: if all were uncounted, there is none.
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
      // A try is uncounted only in the window in which it was counted.
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
      const network = subscriberNetworkOf(ip)
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
        throw refuse(network, endOf(since, limits.network, now), now)
      }
      const known = isKnown(mine, now)
      if (counted.length === 1 && !known) {
        const since = (await rowOf(everybody))?.since ?? now
        await giveBack(counted)
        throw refuse(everybody, endOf(since, limits.overall, now), now)
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

/** Deletes the expired counts; known networks stay until `knownMs` has passed. */
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
