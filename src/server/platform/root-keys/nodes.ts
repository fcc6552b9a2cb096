import type { Kysely } from 'kysely'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/**
 * In milliseconds: how often a node checks whether its keys changed, how often it records them in any case, and how long
 * after its last record it counts as running.
 */
export const nodeTimes = { lookMs: 3_000, tellMs: 30_000, liveMs: 120_000 } as const

/** A running node: a random id of this process, and its name for the operator. */
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

/** Returns the running nodes that lack a key, or have another one of its number. */
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

/** Returns the recorder of this node's root keys in the database; rotations read its rows. */
export function createKeyNode(
  { db, keys, clock, log, randomBytes }: Pick<PlatformDeps, 'db' | 'keys' | 'clock' | 'log' | 'randomBytes'>,
  name: string,
  lookMs: number = nodeTimes.lookMs,
) {
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
      // Deletes old records of nodes that ended abruptly.
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
    /** Records which keys this node has, now and as long as it runs. */
    start: () => {
      lookOnce()
      timer = setInterval(lookOnce, lookMs).unref()
    },
    /** Stops recording, and deletes the record, so that no rotation waits for this node. */
    stop: async () => {
      clearInterval(timer)
      await running
      if (told === null) return
      try {
        await db.deleteFrom('key_nodes').where('node', '=', self.node).execute()
      } catch (error) {
        // A rotation then waits two minutes for it.
        log.warn({ err: error }, 'the end of this node could not be told')
      }
    },
  }
}
