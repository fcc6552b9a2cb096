import { sql, type Kysely } from 'kysely'
import { unlockLimits } from '#domain/platform/limits.ts'
import { locateChest } from '#server/access/locate.ts'
import type { UnlockCaller, Unlocks } from '#server/access/locks.ts'
import {
  createOpenedRows,
  isHandle,
  readUnlocks,
  type OpenedRows,
  type Unlock,
} from '#server/access/unlock.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { logUnlessAway } from '#server/platform/database/loss-log.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { openByMasterKey, type OpenDeps } from './open.ts'
import { higherLock, raiseLock } from './raise.ts'
import type { LockDeps } from './new-lock.ts'
import { resetTries } from './tries.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

/** The unlocks of guardian chests, and the cached content of these chests on this node. */
export type UnlockKeeper = Unlocks & {
  /**
   * Evicts what this node caches of guardian chests that no session has unlocked any more, on whichever node
   * it ended, and deletes expired rows.
   */
  round(): Promise<void>
  /** Runs rounds until `stop`. */
  start(): void
  stop(): Promise<void>
}

type UnlockDeps = OpenDeps & LockDeps & Pick<VaultDeps, 'log' | 'chestKeys' | 'indexes' | 'summaries'>

/**
 * In milliseconds: how long a node may cache the index of a guardian chest that was locked on another node.
 */
const roundMs = 15_000

export function createUnlocks(deps: UnlockDeps): UnlockKeeper {
  const { db, keys, clock, chestKeys, indexes, summaries, log } = deps
  const opened = createOpenedRows()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const read = ({ actor, secret }: UnlockCaller, handles: readonly Secret<string>[], only?: number) =>
    readUnlocks(
      db,
      keys.keyring,
      { session: { id: actor.sessionId, secret }, handles, now: clock(), opened },
      only,
    )

  const round = async (): Promise<void> => {
    const now = clock()
    await db.deleteFrom('chest_unlocks').where('expires_at', '<=', now).execute()
    await endStrayUnlocks(db)
    await dropClosed(db, opened)
    const kept = new Set([...indexes.cachedIds(), ...summaries.cachedIds(), ...chestKeys.cachedIds()])
    for (const id of await closedAmong(db, [...kept], now)) {
      indexes.evict(id)
      summaries.evict(id)
      chestKeys.evict(id)
    }
  }

  return {
    of: (caller) => read(caller, caller.handles),

    async open(chest, caller, { found, typed }) {
      const opens = (unlock: Unlock | undefined): unlock is Unlock =>
        unlock?.lockVersion === chest.lockVersion
      const carried = found.get(chest.id)
      if (opens(carried)) return { ...chest, unlock: carried }
      const given = isHandle(typed)
        ? (await read(caller, [new Secret(typed)], chest.id)).get(chest.id)
        : undefined
      if (opens(given)) return { ...chest, unlock: given }
      // A handle that does not match has expired: it is no wrong key.
      if (typed === '' || isHandle(typed)) return chest
      const masterKey = new Secret(typed)
      const row = await openByMasterKey(deps, caller, chest, masterKey)
      const lock = await higherLock(deps, row, masterKey, caller.actor.id)
      await db.transaction().execute(async (tx) => {
        await resetTries(tx, { actor: caller.actor, chestId: chest.id })
        if (lock) await raiseLock(tx, deps, caller, chest, { ...row, lock })
      })
      return {
        ...chest,
        unlock: { key: row.key, lockVersion: chest.lockVersion, handleHash: null, expiresAt: null },
      }
    },

    async prolong({ handleHash, expiresAt }) {
      const until = clock() + unlockLimits.idleMs
      if (handleHash === null || expiresAt === null || until - expiresAt < unlockLimits.touchEveryMs) return
      await db
        .updateTable('chest_unlocks')
        .set({ expires_at: until })
        .where('handle_hash', '=', handleHash)
        .execute()
    },

    endStray: () => endStrayUnlocks(db),
    round,

    start: () => {
      timer = setInterval(() => {
        running = round().catch(logUnlessAway(log, 'the regular check of unlocked chests failed'))
      }, roundMs)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

/** Deletes the unlocks of users who may no longer read the chest. Unlocks are few at any time. */
async function endStrayUnlocks(db: Kysely<Tables>): Promise<void> {
  const rows = await db
    .selectFrom('chest_unlocks as u')
    .innerJoin('sessions as s', 's.id', 'u.session_id')
    .select(['u.chest_id', 's.user_id'])
    .distinct()
    .execute()
  for (const { chest_id: chestId, user_id: user } of rows) {
    const chest = await locateChest(db, { user, right: 'read' }, 'chest', chestId)
    if (chest?.rights.read) continue
    await db
      .deleteFrom('chest_unlocks')
      .where('chest_id', '=', chestId)
      .where('session_id', 'in', (sessions) =>
        sessions.selectFrom('sessions').select('id').where('user_id', '=', user),
      )
      .execute()
  }
}

/** Evicts the keys of ended unlocks. */
async function dropClosed(db: Kysely<Tables>, opened: OpenedRows): Promise<void> {
  if (opened.size === 0) return
  const rows = await db.selectFrom('chest_unlocks').select('handle_hash').execute()
  const live = new Set(rows.map((row) => Buffer.from(row.handle_hash).toString('hex')))
  for (const [handle, { hash }] of opened) {
    if (!live.has(Buffer.from(hash).toString('hex'))) opened.delete(handle)
  }
}

/** Returns those of these chests that are guardian chests without an active unlock. */
async function closedAmong(db: Kysely<Tables>, ids: readonly number[], now: number): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select c.id from chests c
     where c.guardian = 1 and c.id in (${sql.join(ids)})
       and not exists (
         select 1 from chest_unlocks u join sessions s on s.id = u.session_id
          where u.chest_id = c.id and u.expires_at > ${now} and s.expires_at > ${now})`.execute(db)
  return rows.map(({ id }) => id)
}
