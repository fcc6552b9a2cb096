import { createHmac } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { accountLimits } from '#domain/platform/limits.ts'
import { canonicalRecoveryCode, recoveryLetters, shownRecoveryCode } from '#domain/identity/recovery-codes.ts'
import { asSealed, keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import { markOf, ownerOf } from '#server/access/proved-changes.ts'
import { ownPlace, type Owner } from '#server/platform/crypto/place.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'

const keyBytes = 32

export const placeOfRecoveryKey = (owner: Owner) => ownPlace('recovery_sets', owner, 'key')

export const sealRecoveryKey = (keys: SealingKeys, owner: Owner, key: Uint8Array): Sealed =>
  seal(keys.system('users'), placeOfRecoveryKey(owner), key)

/** Unseals what `sealRecoveryKey` sealed, also under an older root key. @throws SealError */
export const unsealRecoveryKey = (keyring: Keyring, owner: Owner, sealed: Sealed): Uint8Array =>
  unseal(keyring.system('users', keyVersionOf(sealed)), placeOfRecoveryKey(owner), sealed)

/**
 * Returns the stored form of a code: HMAC-SHA256 under the key of its set. A code has 100 random bits, so
 * that a slow hash gains nothing. The key is itself sealed, so that a stolen database cannot even verify a
 * guess.
 */
const hashOf = (key: Uint8Array, code: string): Uint8Array =>
  createHmac('sha256', key).update(code, 'utf8').digest()

/** Twenty letters of five bits each. 256 is a multiple of 32, so every letter is equally likely. */
const drawCode = (random: RandomBytes): string =>
  [...random(accountLimits.recoveryCodeLetters)].map((byte) => recoveryLetters[byte % 32]).join('')

/** Generates an account's codes, in place of its former ones. @returns the codes to show, this one time */
export async function renewRecoveryCodes(
  tx: Transaction<Tables>,
  { keyring, random, now }: { keyring: Keyring; random: RandomBytes; now: number },
  userId: number,
): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId)
  const key = random(keyBytes)
  const sealing = await sealingKeys(tx, keyring)
  const mark = await markOf(tx, 'users', userId)
  const codes = Array.from({ length: accountLimits.recoveryCodes }, () => drawCode(random))
  await tx
    .insertInto('recovery_sets')
    .values({
      user_id: userId,
      user_mark: mark,
      key: sealRecoveryKey(sealing, { id: userId, mark }, key),
      created_at: now,
    })
    .execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(key, code), used_at: null })))
    .execute()
  return codes.map(shownRecoveryCode)
}

/**
 * Uses up a code; its case, spaces and hyphens do not matter. Of two concurrent uses, one is refused.
 * @returns whether the code was right
 */
export async function consumeRecoveryCode(
  tx: Transaction<Tables>,
  { keyring, now }: { keyring: Keyring; now: number },
  userId: number,
  typed: string,
): Promise<boolean> {
  const code = canonicalRecoveryCode(typed)
  const set = await tx
    .selectFrom('recovery_sets')
    .select(['key', 'user_mark'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (code === null || !set) return false
  const owner = await ownerOf(tx, userId, set.user_mark)
  if (!owner) return false
  const key = unsealRecoveryKey(keyring, owner, asSealed(set.key))
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(key, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function recoveryStateOf(
  db: Kysely<Tables>,
  userId: number,
): Promise<{ left: number; createdAt: number | null }> {
  const set = await db
    .selectFrom('recovery_sets as s')
    .leftJoin('recovery_codes as c', (join) =>
      join.onRef('c.user_id', '=', 's.user_id').on('c.used_at', 'is', null),
    )
    .select(['s.created_at'])
    .select((of) => of.fn.count<number | string>('c.code_hash').as('left'))
    .where('s.user_id', '=', userId)
    .groupBy('s.created_at')
    .executeTakeFirst()
  return { left: Number(set?.left ?? 0), createdAt: set?.created_at ?? null }
}

/** Deletes every code of an account, with the key of their hashes. */
export async function deleteRecoveryCodes(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_sets').where('user_id', '=', userId).execute()
}
