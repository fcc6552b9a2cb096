import type { Transaction } from 'kysely'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import type { masterKey } from '#contract/vault/master-key.ts'
import { unlockLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { masterKeyServerTexts } from '#texts/vault/master-key.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { confirmRight, type LocatedChest } from '#server/access/locate.ts'
import { reachOf } from '#server/access/scope.ts'
import type { Actor } from '#server/access/session.ts'
import { sealUnlock } from '#server/access/unlock.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { hashToken, newToken } from '#server/platform/crypto/token.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers, HandlerRequest } from '#server/access/handler.ts'
import { changeMasterKey, type ChangeDeps } from './change.ts'
import { openByMasterKey } from './open.ts'
import { higherLock, raiseLock } from './raise.ts'
import { dropUnlocks } from './new-lock.ts'
import { lockSession, resetTries, uncountTry } from './tries.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { UnlockKeeper } from './unlocks.ts'
import type { Ratings } from '#server/vault/ratings/ratings.ts'

type VerifyDeps = ChangeDeps & { readonly ratings: Pick<Ratings, 'start'> }
type Verifying = HandlerRequest<typeof masterKey.verify>

/** Returns the handlers of the locks of guardian chests. */
export const masterKeyHandlers = (
  deps: VerifyDeps & { readonly unlocks: UnlockKeeper },
): Handlers<typeof masterKey> => ({
  verify: (request) => verify(deps, request),

  lock: async ({ actor, chest, origin }) => {
    await deps.db.transaction().execute(async (tx) => {
      await dropUnlocks(tx, chest.id, actor.sessionId)
      await deps.journal.record(tx, actor, origin, { action: 'masterkey.locked', chest: chest.id })
    })
    await deps.unlocks.round()
    return { message: masterKeyServerTexts.locked }
  },

  state: ({ actor, chest }) => lockState(deps, actor, chest),

  change: async (request) => {
    await changeMasterKey(deps, request)
    const { id } = request.params
    const { guardian } = await deps.db
      .selectFrom('chests')
      .select('guardian')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return lockState(deps, request.actor, { id, guardian: guardian === 1, unlock: null })
  },
})

async function lockState(
  { db, renewals }: ChangeDeps,
  actor: Actor,
  chest: Pick<LocatedChest, 'id' | 'guardian' | 'unlock'>,
) {
  const { expiresAt = null } = chest.unlock ?? {}
  return {
    guardian: chest.guardian,
    unlocked: chest.unlock !== null,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    manageable:
      roleMay(actor.role, 'openBackOffice') && (await reachOf(db, actor.id, 'chest', chest.id)) === 'managed',
    renewal: await renewals.progressOf(chest.id),
  }
}

/**
 * Unlocks a guardian chest for the session and returns the handle of this unlock. It replaces the session's
 * earlier handle for this chest.
 */
async function verify(deps: VerifyDeps, { actor, body, chest, origin, session }: Verifying) {
  if (!chest.guardian) throw new Refusal('CHEST_NOT_GUARDED')
  const { db, clock, journal, keys, randomBytes } = deps
  const masterKey = masterKeyOf(body)
  const opened = await openByMasterKey(deps, { actor, origin }, chest, masterKey)
  const { key } = opened
  const lock = await higherLock(deps, opened, masterKey, actor.id)
  const handle = newToken(randomBytes)
  const expiresAt = clock() + unlockLimits.idleMs
  const begin = async (tx: Transaction<Tables>) => {
    await lockSession(tx, actor.sessionId)
    // Locks the chest, so that its key is unchanged when the row is written.
    await lockRows(tx, 'chests', [chest.id])
    const unlock = { key, lockVersion: chest.lockVersion, handleHash: null, expiresAt: null }
    await confirmRight(tx, { ...chest, unlock })
    await resetTries(tx, { actor, chestId: chest.id })
    await dropUnlocks(tx, chest.id, actor.sessionId)
    await tx
      .insertInto('chest_unlocks')
      .values({
        handle_hash: hashToken(handle),
        session_id: actor.sessionId,
        chest_id: chest.id,
        lock_version: chest.lockVersion,
        sealed: sealUnlock(
          await sealingKeys(tx, keys.keyring),
          { secret: session.secret, handle },
          { chestId: chest.id, lockVersion: chest.lockVersion, key },
        ),
        created_at: clock(),
        expires_at: expiresAt,
      })
      .execute()
    await journal.record(tx, actor, origin, { action: 'masterkey.opened', chest: chest.id })
    if (lock) await raiseLock(tx, deps, { actor, origin }, chest, { ...opened, lock })
  }
  try {
    await db.transaction().execute(begin)
  } catch (error) {
    // The key was right: a session that was locked meanwhile, or a lost right, leaves no wrong try behind.
    await uncountTry(deps, { actor, origin, chestId: chest.id })
    throw error
  }
  if (chest.formerKeyVersion === null) deps.ratings.start(chest.id, key)
  return { key: handle.reveal(), expiresAt: new Date(expiresAt).toISOString() }
}

const masterKeyOf = (body: BodyOf<typeof masterKey.verify>) => new Secret(body.masterkey)
