import { hasCome } from '#domain/platform/moments.ts'
import type { RefusalCode } from '#domain/platform/refusals.ts'
import type { JournalActor, JournalEvent, RequestOrigin, Journal } from './journal.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { createRounds } from '#server/platform/jobs/rounds.ts'
import type { Clock } from '#server/platform/sources.ts'
import type { Logger } from 'pino'

/** A call that was refused to a signed-in user. */
export type RefusedCall = {
  readonly actor: NonNullable<JournalActor>
  readonly origin: RequestOrigin
  /** Method and route pattern. */
  readonly call: string
  readonly code: RefusalCode
  /** The objects that the call named, such as `chest:12`. */
  readonly asked: readonly string[]
  /** The chest that they lead to; null when there is none. */
  readonly chest: number | null
}

/** Writes refused calls to the journal: one row a minute for each kind and user, with their count. */
export type RefusalLog = {
  /** Writes the first refusal of its kind before it returns; the others of the same minute are counted. */
  note(refused: RefusedCall): Promise<void>
  /** Writes the rows whose minute is over. */
  round(): Promise<void>
  /** Runs rounds until the end. */
  start(): void
  /** Writes everything that was counted. */
  stop(): Promise<void>
}

export const refusalLogLimits = {
  windowMs: 60_000,
  roundMs: 5_000,
  /** The number of kinds that are counted, over all users: some 5 MiB. Beyond it the oldest is written early. */
  kinds: 10_000,
  /** Objects that a row names. */
  named: 10,
  /** How long a stop waits for the database. */
  stopMs: 3_000,
} as const

/** Refusals of one kind that wait for their row. */
type Counted = {
  /** The first refusal, with its actor and origin. */
  readonly first: RefusedCall
  readonly since: number
  count: number
  readonly asked: Set<string>
  /** The one chest that all of them led to; null otherwise. */
  chest: number | null
}
/** `counted` is null while nothing was refused since the last row. */
type Kind = { closesAt: number; counted: Counted | null }

/**
 * Returns the log of a node (docs/decisions/0041-refusals-counted.md). Rows are never changed: a count becomes a separate
 * row once its minute is over, so that two rows of one kind are a minute apart.
 */
export function createRefusalLog(
  {
    db,
    journal,
    clock,
    log,
  }: { readonly db: Kysely<Tables>; readonly journal: Journal; readonly clock: Clock; readonly log: Logger },
  limits: { readonly [Limit in keyof typeof refusalLogLimits]: number } = refusalLogLimits,
): RefusalLog {
  /** By person, call and reason; the earliest to close first. */
  const kinds = new Map<string, Kind>()

  const count = (kind: Kind, refused: RefusedCall): void => {
    const counted = (kind.counted ??= {
      first: refused,
      since: clock(),
      count: 0,
      asked: new Set(),
      chest: refused.chest,
    })
    counted.count += 1
    if (counted.chest !== refused.chest) counted.chest = null
    for (const object of refused.asked) if (counted.asked.size < limits.named) counted.asked.add(object)
  }

  const write = (rows: readonly Counted[]): Promise<void> =>
    db.transaction().execute(async (tx) => {
      for (const { first, ...row } of rows) {
        await journal.record(tx, first.actor, first.origin, eventOf(first, row))
      }
    })

  /** Removes the counts of the kinds that close by a time, to be written; kinds without a count are evicted. */
  const takeDue = (until: number): [Kind, Counted][] => {
    const due: [Kind, Counted][] = []
    for (const [key, kind] of kinds) {
      if (!hasCome(kind.closesAt, limits.windowMs, until)) break
      kinds.delete(key)
      if (!kind.counted) continue
      due.push([kind, kind.counted])
      kind.counted = null
      kind.closesAt = clock() + limits.windowMs
      kinds.set(key, kind)
    }
    return due
  }

  const failed = (error: unknown): void =>
    log.error({ err: error }, 'refused calls were not written to the journal')

  const writeDue = async (until: number): Promise<void> => {
    const due = takeDue(until)
    if (due.length === 0) return
    try {
      await write(due.map(([, counted]) => counted))
    } catch (error) {
      failed(error)
      for (const [kind, counted] of due) kind.counted = merged(counted, kind.counted)
    }
  }

  const dropOldest = async (): Promise<void> => {
    const [oldest] = kinds
    if (!oldest) return
    const [key, { counted }] = oldest
    kinds.delete(key)
    if (counted) await write([counted]).catch(failed)
  }

  const rounds = createRounds(limits.roundMs, () => writeDue(clock()))
  return {
    async note(refused) {
      const key = `${refused.actor.id} ${refused.call} ${refused.code}`
      const known = kinds.get(key)
      if (known) return count(known, refused)
      const kind: Kind = { closesAt: clock() + limits.windowMs, counted: null }
      kinds.set(key, kind)
      if (kinds.size > limits.kinds) await dropOldest()
      try {
        const { actor, origin } = refused
        await journal.record(db, actor, origin, eventOf(refused, { ...refused, count: 1 }))
      } catch (error) {
        count(kind, refused)
        throw error
      }
    },

    round: () => writeDue(clock()),

    start: () => rounds.start(),

    stop: async () => {
      const written = rounds.stop().then(() => writeDue(Infinity))
      await Promise.race([written, new Promise((over) => setTimeout(over, limits.stopMs).unref())])
    },
  }
}

function eventOf(
  { call, code }: RefusedCall,
  {
    count,
    asked,
    chest,
    since,
  }: { count: number; asked: Iterable<string>; chest: number | null; since?: number },
): JournalEvent {
  return {
    action: 'access.refused',
    outcome: 'refused',
    ...(chest === null ? {} : { chest }),
    objects: {
      call,
      code,
      count,
      asked: [...asked],
      // For a counted row: the time of its first refusal.
      ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    },
  }
}

/** Merges counts that could not be written with those of the meantime. */
const merged = (one: Counted, other: Counted | null): Counted =>
  other === null
    ? one
    : {
        ...one,
        count: one.count + other.count,
        asked: new Set([...one.asked, ...other.asked].slice(0, refusalLogLimits.named)),
        chest: one.chest === other.chest ? one.chest : null,
      }
