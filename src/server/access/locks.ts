import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { locateChest, type LocatedChest } from './locate.ts'
import type { Unlock } from './unlock.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import type { UnlockCaller } from '#server/vault/master-key/unlocks.ts'

export type LockDeps = Pick<Deps, 'db' | 'chestKeys' | 'renewals' | 'unlocks'>

/**
 * A guardian chest with what the request opens it by: a handle of the header, or the body field `masterkey`. A use
 * prolongs the unlock, unless the page made the call while nobody was there, and makes a renewal go on that a stop of
 * the server interrupted.
 *
 * @param call `whileLocked` calls show nothing of the content: they are no use of the chest, and the one that verifies
 *   a master key judges its own body field
 * @returns the chest, its `unlock` null when nothing opens it
 */
export async function openLock(
  { db, chestKeys, renewals, unlocks }: LockDeps,
  chest: LocatedChest,
  caller: UnlockCaller,
  call: { found: ReadonlyMap<number, Unlock>; whileLocked: boolean | undefined; body: unknown },
): Promise<LocatedChest> {
  const { found, whileLocked = false } = call
  const typed = whileLocked ? undefined : (call.body as { masterkey?: unknown } | null | undefined)?.masterkey
  const opened = await unlocks.open(chest, caller, {
    found,
    typed: typeof typed === 'string' ? typed : '',
  })
  if (!opened.unlock || whileLocked) return opened
  if (caller.isAttended) await unlocks.prolong(opened.unlock)
  if (opened.formerKeyVersion !== null) {
    const { former, ...key } = await chestKeys.open(db, opened)
    if (former) renewals.goOn(opened.id, { ...key, former })
  }
  return opened
}

/**
 * What to answer when something of a chest did not open because its key was changed under the request's hands; null
 * when it was not, and the fault is another.
 */
export async function rekeyedRefusal(db: Kysely<Tables>, chest: LocatedChest): Promise<Refusal | null> {
  const now = await locateChest(db, chest.judged, 'chest', chest.id)
  if (!now) return new Refusal('CHEST_NOT_FOUND')
  if (now.keyVersion !== chest.keyVersion || now.guardian !== chest.guardian)
    return new Refusal('CHEST_LOCKED')
  if (now.formerKeyVersion === chest.formerKeyVersion) return null
  return new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
}
