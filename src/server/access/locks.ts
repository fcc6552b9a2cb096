import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { locateChest, type LocatedChest } from './locate.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Actor } from './session.ts'
import type { Unlock } from './unlock.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** Who asks, and the handles that the request carries. */
export type UnlockCaller = {
  readonly actor: Actor
  readonly secret: Secret<string>
  readonly handles: readonly Secret<string>[]
  readonly origin: RequestOrigin
  /** Whether the call counts as activity. */
  readonly isAttended: boolean
}

/** The open locks of guardian chests; the vault keeps them. */
export type Unlocks = {
  /** The guardian chests that a caller's handles open, by chest id. Rights are not judged here. */
  of(caller: UnlockCaller): Promise<ReadonlyMap<number, Unlock>>
  /**
   * A guardian chest with what opens it for a caller: one of the handles that were `found` by `of`, or what the body field `masterkey` holds (a handle, or
   * the master key itself: then for this request alone, a wrong one being counted). Unchanged when nothing does.
   * @throws Refusal as `openByMasterKey`
   */
  open(
    chest: LocatedChest,
    caller: UnlockCaller,
    by: { readonly found: ReadonlyMap<number, Unlock>; readonly typed: string },
  ): Promise<LocatedChest>
  /** Puts the end of an unlock off, because the chest is in use; written at most once a minute. */
  prolong(unlock: Unlock): Promise<void>
  /** Ends the unlocks of people who may not read the chest any more. */
  endStray(): Promise<void>
}

export type LockDeps = Pick<PlatformDeps, 'db'> & {
  readonly unlocks: Unlocks
  /** Makes the renewal of a chest's key go on that a stop of the server interrupted. */
  readonly renewals: { resume(chest: LocatedChest): Promise<void> }
}

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
  { renewals, unlocks }: LockDeps,
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
  if (opened.formerKeyVersion !== null) await renewals.resume(opened)
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
