import type { Kysely } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { locateChest, type LocatedChest } from './locate.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Actor } from './session.ts'
import type { Unlock } from './unlock.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** The caller, and the handles that the request carries. */
export type UnlockCaller = {
  readonly actor: Actor
  readonly secret: Secret<string>
  readonly handles: readonly Secret<string>[]
  readonly origin: RequestOrigin
  /** Whether the call counts as activity. */
  readonly isAttended: boolean
}

/** The unlocks of guardian chests; the vault implements them. */
export type Unlocks = {
  /** Returns the guardian chests that a caller's handles unlock, by chest id. Rights are not checked here. */
  of(caller: UnlockCaller): Promise<ReadonlyMap<number, Unlock>>
  /**
   * Returns a guardian chest with its unlock for a caller: by one of the handles that were `found` by `of`, or by the body
   * field `masterkey` (a handle, or the master key itself: for this request only, and a wrong one is counted). Unchanged
   * when nothing unlocks it.
   * @throws Refusal as `openByMasterKey`
   */
  open(
    chest: LocatedChest,
    caller: UnlockCaller,
    by: { readonly found: ReadonlyMap<number, Unlock>; readonly typed: string },
  ): Promise<LocatedChest>
  /** Extends an unlock, because the chest is in use; written at most once a minute. */
  prolong(unlock: Unlock): Promise<void>
  /** Ends the unlocks of users who may no longer read the chest. */
  endStray(): Promise<void>
}

export type LockDeps = Pick<PlatformDeps, 'db'> & {
  readonly unlocks: Unlocks
  /** Resumes the renewal of a chest's key that a stop of the server interrupted. */
  readonly renewals: { resume(chest: LocatedChest): Promise<void> }
}

/**
 * Unlocks a guardian chest for a request, by a handle of the header or by the body field `masterkey`. A use extends the
 * unlock, unless the call is unattended, and resumes a renewal that a stop of the server interrupted.
 *
 * @param call `whileLocked` calls show no content: they do not count as a use, and the one that verifies a master key
 *   checks its own body field
 * @returns the chest; its `unlock` is null when nothing unlocks it
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
 * Returns the refusal for content that did not unseal because the chest's key changed during the request; null when the
 * key did not change, and the fault is another.
 */
export async function rekeyedRefusal(db: Kysely<Tables>, chest: LocatedChest): Promise<Refusal | null> {
  const now = await locateChest(db, chest.judged, 'chest', chest.id)
  if (!now) return new Refusal('CHEST_NOT_FOUND')
  if (now.keyVersion !== chest.keyVersion || now.guardian !== chest.guardian)
    return new Refusal('CHEST_LOCKED')
  if (now.formerKeyVersion === chest.formerKeyVersion) return null
  return new Refusal('SERVER_BUSY', { retryAfterSeconds: 1 })
}
