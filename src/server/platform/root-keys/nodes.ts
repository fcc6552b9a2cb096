import { hostname } from 'node:os'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { engineOf } from '#server/platform/database/engine.ts'
import { DatabaseAway, isDiskFull } from '#server/platform/database/problems.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { holdSealingKey } from './sealing-keys.ts'

/**
 * In milliseconds: how often a node checks whether its keys changed, how often it records them in any case, and how long
 * after its last record it counts as silent.
 */
export const nodeTimes = { lookMs: 3_000, recordMs: 30_000, silentMs: 120_000 } as const

/** A running node: a random id of this process, and its name for the operator. */
type Node = { readonly node: string; readonly name: string }

/** Returns the name under which a node records itself: its host and its port. */
export const nodeNameOf = ({ port }: { readonly port: number }): string => `${hostname()}:${port}`

const keysOf = (keyring: Keyring): string =>
  JSON.stringify(
    Object.fromEntries(keyring.versions.map((version) => [version, keyring.fingerprint(version)])),
  )

/** In SQL: the time of the database in milliseconds. Clocks of nodes may differ. */
export const nowOf = (db: Kysely<Tables>): RawBuilder<number> =>
  engineOf(db) === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** In SQL: the time before which a last record makes a node silent. */
const silentSince = (db: Kysely<Tables>): RawBuilder<number> =>
  sql<number>`${nowOf(db)} - ${sql.lit(nodeTimes.silentMs)}`

/** Records the keys of a node. @returns the time of the database */
const record = (db: Kysely<Tables>, { node, name }: Node, keys: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    // An activation checks the recorded nodes: it finds this one, or this one waits and reads the key that seals then.
    await holdSealingKey(tx)
    // A former process under this name (host and port) that ended abruptly. A living one may be a cloned machine.
    await tx
      .deleteFrom('key_nodes')
      .where('name', '=', name)
      .where('node', '<>', node)
      .where('seen_at', '<=', silentSince(tx))
      .execute()
    const now = nowOf(tx)
    const { seen_at: at } = await tx
      .insertInto('key_nodes')
      .values({ node, name, keys, seen_at: now })
      .onConflict((conflict) => conflict.column('node').doUpdateSet({ keys, seen_at: now }))
      .returning('seen_at')
      .executeTakeFirstOrThrow()
    return at
  })

/** A registered node, and whether it has been silent for long: it has crashed, sleeps, or is cut off. */
type RegisteredNode = { readonly name: string; readonly isSilent: boolean }

/** Returns the registered nodes by name. A node stays registered until it ends in order or is forgotten. */
export async function registeredNodes(
  db: Kysely<Tables>,
): Promise<(RegisteredNode & { readonly keys: string })[]> {
  const rows = await db
    .selectFrom('key_nodes')
    .select(['name', 'keys', sql<number>`seen_at <= ${silentSince(db)}`.as('is_silent')])
    .orderBy('name')
    .orderBy('node')
    .execute()
  return rows.map(({ name, keys, is_silent: isSilent }) => ({ name, keys, isSilent: isSilent === 1 }))
}

/** Returns the registered nodes that lack a key, or have another one of its number. */
export async function nodesWithout(
  db: Kysely<Tables>,
  keyring: Keyring,
  version: number,
): Promise<RegisteredNode[]> {
  const hasIt = (keys: string) =>
    (JSON.parse(keys) as Record<string, string>)[version] === keyring.fingerprint(version)
  return (await registeredNodes(db)).filter(({ keys }) => !hasIt(keys))
}

/**
 * Deletes the record of a node that has ended without deleting it, so that no rotation waits for it. A node that comes
 * back nevertheless records itself again.
 * @returns `silent` when it was deleted, `live` when the node has recorded itself lately, `unknown` without a record
 */
export async function forgetNode(db: Kysely<Tables>, name: string): Promise<'silent' | 'live' | 'unknown'> {
  const named = (await registeredNodes(db)).filter((one) => one.name === name)
  if (named.length === 0) return 'unknown'
  const { numDeletedRows } = await db
    .deleteFrom('key_nodes')
    .where('name', '=', name)
    .where('seen_at', '<=', silentSince(db))
    .executeTakeFirst()
  return numDeletedRows === 0n ? 'live' : 'silent'
}

type KeyNodeDeps = Pick<PlatformDeps, 'db' | 'keys' | 'log' | 'randomBytes'> & {
  /** Called with the time of the database at each record. */
  readonly watchClock: (databaseMs: number) => void
}

/** Returns the recorder of this node's root keys in the database; rotations read its rows. */
export function createKeyNode(
  { db, keys, log, randomBytes, watchClock }: KeyNodeDeps,
  name: string,
  { lookMs, recordMs }: { readonly lookMs: number; readonly recordMs: number } = nodeTimes,
) {
  const self = { node: Buffer.from(randomBytes(16)).toString('hex'), name }
  let recorded: { readonly keys: string; readonly at: number } | null = null
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  const look = async (): Promise<void> => {
    if (keys.isSealed) return
    const now = performance.now()
    const mine = keysOf(keys.keyring)
    if (recorded?.keys === mine && now - recorded.at < recordMs) return
    try {
      const databaseMs = await record(db, self, mine)
      recorded = { keys: mine, at: now }
      hasFailed = false
      if (engineOf(db) === 'postgres') watchClock(databaseMs)
    } catch (error) {
      // The pool has logged it, and the node is not ready for that reason.
      if (error instanceof DatabaseAway) return
      // A node is ready while the disk is full.
      hasFailed = !isDiskFull(error)
      log.error({ err: error }, 'the root keys of this node could not be recorded')
    }
  }
  const lookOnce = (): void => {
    running ??= look().finally(() => {
      running = null
    })
  }
  return {
    /** Records which keys this node has, now and as long as it runs. */
    start: () => {
      lookOnce()
      timer = setInterval(lookOnce, lookMs).unref()
    },
    /** @throws Refusal NODE_UNRECORDED when this node could not record its keys: a rotation would not wait for it */
    requireRecorded: (): void => {
      if (hasFailed) throw new Refusal('NODE_UNRECORDED', { retryAfterSeconds: 3 })
    },
    /** Stops recording, and deletes the record, so that no rotation waits for this node. */
    stop: async () => {
      clearInterval(timer)
      await running
      if (recorded === null) return
      try {
        await db.deleteFrom('key_nodes').where('node', '=', self.node).execute()
      } catch (error) {
        // A rotation then waits until a process under this name has started, or until the node is forgotten.
        log.warn({ err: error }, 'the record of this node could not be deleted')
      }
    },
  }
}
