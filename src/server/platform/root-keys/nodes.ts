import type { Kysely } from 'kysely'
import type { KeyHolder } from '#server/platform/crypto/key-holder.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Clock, RandomBytes } from '#server/platform/sources.ts'
import type { Logger } from 'pino'

/**
 * In milliseconds: how often a node looks whether it has something new to tell, how often it tells anyhow, and how long
 * after its last word it counts as running.
 */
export const nodeTimes = { lookMs: 3_000, tellMs: 30_000, liveMs: 120_000 } as const

/** A running node: a random id of this process, and what whoever runs it knows it by. */
type Node = { readonly node: string; readonly name: string }

const keysOf = (keyring: Keyring): string =>
  JSON.stringify(
    Object.fromEntries(keyring.versions.map((version) => [version, keyring.fingerprint(version)])),
  )

async function tell(db: Kysely<Tables>, { node, name }: Node, keys: string, now: number): Promise<void> {
  await db
    .insertInto('key_nodes')
    .values({ node, name, keys, seen_at: now })
    .onConflict((conflict) => conflict.column('node').doUpdateSet({ keys, seen_at: now }))
    .execute()
}

/** The running nodes that do not have a key, or have another one of its number. */
export async function nodesWithout(
  db: Kysely<Tables>,
  keyring: Keyring,
  version: number,
  now: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('key_nodes')
    .select(['name', 'keys'])
    .where('seen_at', '>', now - nodeTimes.liveMs)
    .orderBy('name')
    .execute()
  const hasIt = (keys: string) =>
    (JSON.parse(keys) as Record<string, string>)[version] === keyring.fingerprint(version)
  return rows.filter(({ keys }) => !hasIt(keys)).map(({ name }) => name)
}

export type KeyNode = {
  /** Tells which keys this node has, now and as long as it runs. */
  start(): void
  /** Says no more, and that this node is gone: nobody has to wait for it. */
  stop(): Promise<void>
}

/** Tells a rotation, through the database, which root keys this node has read. */
export function createKeyNode(
  {
    db,
    keys,
    clock,
    log,
    randomBytes,
  }: {
    readonly db: Kysely<Tables>
    readonly clock: Clock
    readonly log: Logger
    readonly randomBytes: RandomBytes
  } & { keys: KeyHolder },
  name: string,
  lookMs: number = nodeTimes.lookMs,
): KeyNode {
  const self = { node: Buffer.from(randomBytes(16)).toString('hex'), name }
  let told: { readonly keys: string; readonly at: number } | null = null
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  const look = async (): Promise<void> => {
    if (keys.isSealed) return
    const now = clock()
    const mine = keysOf(keys.keyring)
    if (told?.keys === mine && now - told.at < nodeTimes.tellMs) return
    try {
      // Those that ended without a word are of no use to anybody after a while.
      if (told === null)
        await db
          .deleteFrom('key_nodes')
          .where('seen_at', '<=', now - nodeTimes.liveMs)
          .execute()
      await tell(db, self, mine, now)
      told = { keys: mine, at: now }
    } catch (error) {
      log.error({ err: error }, 'the root keys of this node could not be told')
    }
  }
  const lookOnce = (): void => {
    running ??= look().finally(() => {
      running = null
    })
  }
  return {
    start: () => {
      lookOnce()
      timer = setInterval(lookOnce, lookMs).unref()
    },
    stop: async () => {
      clearInterval(timer)
      await running
      if (told === null) return
      try {
        await db.deleteFrom('key_nodes').where('node', '=', self.node).execute()
      } catch (error) {
        // A rotation waits for it for two minutes then.
        log.warn({ err: error }, 'the end of this node could not be told')
      }
    },
  }
}
