import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import type { masterKey as calls } from '#contract/vault/master-key.ts'
import { locateChest, type LocatedChest } from '#server/access/locate.ts'
import { requireManaged } from '#server/access/scope.ts'
import { placeOfChestKey, wrappedChestKey, type NewLock } from '#server/vault/chests/chest-keys.ts'
import { newKey, type DataKey } from '#server/platform/crypto/data-key.ts'
import { wrapFormerKey } from '#server/platform/crypto/master-key.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import { dropSnapshot } from '#server/vault/chest-index/snapshots.ts'
import { dropSummary } from '#server/vault/summaries/summaries.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { HandlerRequest } from '#server/access/handler.ts'
import { openByMasterKey, type OpenDeps, type OpenedLock } from './open.ts'
import { dropUnlocks, newLock, weakMasterKey, wordsAround } from './new-lock.ts'
import { beginRenewal } from './renewal-rows.ts'
import { resetTries } from './tries.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { VaultDeps } from '#server/vault/deps.ts'
import type { Renewals } from './renewal.ts'

export type ChangeDeps = OpenDeps &
  Pick<
    VaultDeps,
    'config' | 'randomBytes' | 'masterKeyCost' | 'chestKeys' | 'indexes' | 'summaries' | 'strength'
  > & {
    readonly renewals: Renewals
  }

type Request = HandlerRequest<typeof calls.change>

/** The changes of a lock; the chest is readable at every step of each. */
const actions = {
  /** An ordinary chest gets a lock: the chest gets a new key, and all content is resealed. */
  set: { action: 'masterkey.set', renews: true },
  /** The chest's key is wrapped under another master key. */
  changed: { action: 'masterkey.changed', renews: false },
  /** As `set`: a person who knew the old master key may know the chest's key too. */
  leaked: { action: 'masterkey.leaked', renews: true },
  /** The chest's key is wrapped under the root key only. */
  removed: { action: 'masterkey.removed', renews: false },
} as const

/**
 * Sets, changes or removes the master key of a chest. The caller manages the chest (the contract's access)
 * and may read it. Every session's unlock of the chest ends.
 *
 * @throws Refusal RIGHT_REQUIRED, CHEST_NOT_GUARDED, MASTER_KEY_WRONG, MASTER_KEY_WEAK, RENEWAL_UNDER_WAY,
 * EDIT_CONFLICT when another request changed the lock concurrently
 */
export async function changeMasterKey(deps: ChangeDeps, request: Request): Promise<void> {
  const { actor, body, origin, params } = request
  const chest = await readable(deps.db, actor.id, params.id)
  const kind = kindOf(chest, body)
  if (kind !== 'changed' && chest.formerKeyVersion !== null) throw new Refusal('RENEWAL_UNDER_WAY')
  const opened = chest.guardian ? (await openWithCurrent(deps, request, chest)).key : null
  const lock =
    body.masterKey === null
      ? null
      : await newLock(
          deps,
          { masterKey: body.masterKey, words: [chest.name, ...(await wordsAround(deps, actor, chest.id))] },
          actor.id,
        )

  const renewal = await deps.db.transaction().execute(async (tx) => {
    await lockRows(tx, 'chests', [chest.id])
    await requireManaged(tx, actor, 'chest', chest.id)
    const now = await readable(tx, actor.id, chest.id)
    if (now.lockVersion !== chest.lockVersion || now.keyVersion !== chest.keyVersion)
      throw new Refusal('EDIT_CONFLICT')
    if (kind !== 'changed' && now.formerKeyVersion !== null) throw new Refusal('RENEWAL_UNDER_WAY')
    const key = opened ?? (await deps.chestKeys.open(tx, now))
    if (opened) await resetTries(tx, { actor, chestId: chest.id })
    await dropUnlocks(tx, chest.id)
    await dropSummary(tx, chest.id)
    await dropSnapshot(tx, chest.id)
    const lockVersion = now.lockVersion + 1
    const guardian = lock ? 1 : 0
    await tx
      .updateTable('chests')
      .set({ guardian, lock_version: lockVersion })
      .where('id', '=', chest.id)
      .execute()
    const ck = await (actions[kind].renews ? replaceKey : rewrapKey)(tx, deps, now, key, lock)
    await deps.journal.record(tx, actor, origin, { action: actions[kind].action, chest: chest.id })
    return actions[kind].renews ? { ...ck, former: key } : null
  })
  deps.chestKeys.evict(chest.id)
  deps.indexes.evict(chest.id)
  deps.summaries.evict(chest.id)
  if (renewal) deps.renewals.start(chest.id, renewal)
}

async function readable(
  db: Parameters<typeof locateChest>[0],
  user: number,
  id: number,
): Promise<LocatedChest> {
  const chest = await locateChest(db, { user, right: 'read' }, 'chest', id)
  if (!chest?.rights.read) throw new Refusal('RIGHT_REQUIRED')
  return chest
}

function kindOf(chest: LocatedChest, { masterKey, leaked }: Request['body']): keyof typeof actions {
  if (chest.guardian) {
    if (masterKey !== null) return leaked ? 'leaked' : 'changed'
    return 'removed'
  }
  if (masterKey === null) throw new Refusal('CHEST_NOT_GUARDED')
  return 'set'
}

async function openWithCurrent(deps: ChangeDeps, request: Request, chest: LocatedChest): Promise<OpenedLock> {
  const { current, masterKey } = request.body
  if (current === undefined)
    throw new Refusal('INVALID_REQUEST', { details: { field: 'body/current', rule: 'required' } })
  if (current.normalize('NFKC') === masterKey?.normalize('NFKC')) throw weakMasterKey(['UNCHANGED'])
  try {
    return await openByMasterKey(deps, request, chest, new Secret(current))
  } catch (error) {
    // The chest was located before another change: this call needs no unlock, so that it is not locked for it.
    if (error instanceof Refusal && error.code === 'CHEST_LOCKED') throw new Refusal('EDIT_CONFLICT')
    throw error
  }
}

type Tx = Transaction<Tables>

/** Wraps the chest's unchanged key under the new lock, or under the root key only. */
async function rewrapKey(
  tx: Tx,
  { keys }: ChangeDeps,
  chest: LocatedChest,
  key: DataKey,
  lock: NewLock | null,
): Promise<DataKey> {
  await tx
    .updateTable('chest_keys')
    .set(wrappedChestKey((await sealingKeys(tx, keys.keyring)).root, nextLock(chest), key, lock))
    .where('chest_id', '=', chest.id)
    .where('version', '=', chest.keyVersion)
    .execute()
  return key
}

/**
 * Gives the chest a new key and wraps the former one under it. From this commit on the new master key is
 * needed for all content, though most of it is still sealed under the former key.
 */
async function replaceKey(
  tx: Tx,
  { keys, clock }: ChangeDeps,
  chest: LocatedChest,
  former: DataKey,
  lock: NewLock | null,
): Promise<DataKey> {
  const ck = newKey(chest.keyVersion + 1)
  const { root } = await sealingKeys(tx, keys.keyring)
  const place = placeOfChestKey(chest.id, former.version)
  await tx
    .updateTable('chest_keys')
    .set({
      wrapped: wrapFormerKey(root, ck, place, former),
      root_version: root.version,
      salt: null,
      cost: null,
    })
    .where('chest_id', '=', chest.id)
    .where('version', '=', former.version)
    .execute()
  await tx
    .insertInto('chest_keys')
    .values({
      chest_id: chest.id,
      version: ck.version,
      ...wrappedChestKey(root, nextLock(chest), ck, lock),
    })
    .execute()
  await tx
    .updateTable('chests')
    .set({ key_version: ck.version, former_key_version: former.version })
    .where('id', '=', chest.id)
    .execute()
  await beginRenewal(tx, chest.id, clock())
  return ck
}

const nextLock = ({ id, lockVersion }: LocatedChest) => ({ id, lockVersion: lockVersion + 1 })
