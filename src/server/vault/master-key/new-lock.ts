import type { Kysely } from 'kysely'
import { masterKeyFaults } from '#domain/platform/account-password.ts'
import { createCommonPasswordCheck } from '#domain/platform/common-password.ts'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { masterKeyServerTexts } from '#texts/vault/master-key.ts'
import type { Caller } from '#server/access/session.ts'
import type { NewLock } from '#server/vault/chests/chest-keys.ts'
import { banksOfChests } from '#server/vault/chests/chest-rows.ts'
import { newMasterKeySalt } from '#server/platform/crypto/master-key.ts'
import { Secret } from '#server/platform/crypto/secret.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { namesOfOperator } from '#server/platform/documents/settings.ts'
import type { VaultDeps } from '#server/vault/deps.ts'

export type LockDeps = Pick<VaultDeps, 'masterKeyCost' | 'randomBytes' | 'stretchMasterKey'>

/**
 * Creates a lock from a chosen master key: checks its strength, then stretches it.
 * @param words what whoever guesses tries first: the names of the chest, its banks and the organisation
 * @throws Refusal MASTER_KEY_WEAK with the faults, SERVER_BUSY
 */
export async function newLock(
  deps: LockDeps & Pick<VaultDeps, 'strength'>,
  { masterKey, words }: { readonly masterKey: string; readonly words: readonly string[] },
  person: number,
): Promise<NewLock> {
  const faults = masterKeyFaults(masterKey, createCommonPasswordCheck(await loadGuessDictionaries()))
  if (faults.length > 0) throw weakMasterKey(faults)
  if (await deps.strength.isGuessable(masterKey, passwordFloors.masterKey, words))
    throw weakMasterKey(['GUESSABLE'])
  return lockAtPresentCost(deps, new Secret(masterKey), person)
}

/** Stretches a master key at the present cost, whatever its strength. @throws Refusal SERVER_BUSY */
export async function lockAtPresentCost(
  { stretchMasterKey, randomBytes, masterKeyCost: cost }: LockDeps,
  masterKey: Secret<string>,
  person: number,
): Promise<NewLock> {
  const lock = { salt: newMasterKeySalt(randomBytes), cost }
  return { ...lock, stretched: await stretchMasterKey(masterKey, lock, person) }
}

/**
 * Returns the names of a chest's banks and of the organisation, which whoever guesses tries with the chest's own. Banks
 * outside the caller's scope are left out: a refusal would tell their names, one guess at a time.
 */
export async function wordsAround(
  { db, config }: Pick<VaultDeps, 'db' | 'config'>,
  caller: Caller,
  chestId: number,
): Promise<string[]> {
  const banks = (await banksOfChests(db, caller, [chestId])).get(chestId) ?? []
  return [...namesOfOperator(config.documents), ...banks.map(({ label }) => label)]
}

/** Returns the refusal of a master key with its faults. */
export const weakMasterKey = (faults: (keyof (typeof masterKeyServerTexts)['faults'])[]): Refusal =>
  new Refusal('MASTER_KEY_WEAK', {
    details: { faults },
    sentence: faults.map((fault) => masterKeyServerTexts.faults[fault]).join('. '),
  })

/** Ends the unlock of a chest for one session, or for all because its key changed or it was deleted. */
export async function dropUnlocks(tx: Kysely<Tables>, chestId: number, sessionId?: string): Promise<void> {
  await tx
    .deleteFrom('chest_unlocks')
    .where('chest_id', '=', chestId)
    .$if(sessionId !== undefined, (rows) => rows.where('session_id', '=', sessionId ?? ''))
    .execute()
}
