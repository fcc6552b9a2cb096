import type { Transaction } from 'kysely'
import { accountPasswordFaults } from '#domain/platform/account-password.ts'
import { createCommonPasswordCheck } from '#domain/platform/common-password.ts'
import { loadGuessDictionaries } from '#domain/platform/guess-dictionaries.ts'
import { passwordFloors } from '#domain/platform/password-floor-figures.ts'
import { type GuessableCheck } from '#domain/platform/password-floors.ts'
import { matchesPattern, type PatternName } from '#domain/platform/patterns.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay, type Role, type UserType } from '#domain/platform/roles.ts'
import { accountPasswordTexts } from '#texts/platform/account-passwords.ts'
import { sealPasswordHash } from '#server/platform/crypto/password-hash.ts'
import type { Secret } from '#server/platform/crypto/secret.ts'
import { markOf } from '#server/access/proved-changes.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { patternMismatch } from '#server/platform/http/patterns.ts'
import { insertUser } from '#server/access/account-rows.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

/** The details of a new account, as typed. */
export type Identity = {
  readonly login: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export type NewAccount = Identity & {
  readonly role: Role
  readonly type: UserType
  readonly passwordHash: Secret<string>
  readonly createdBy: number | null
  /** Another person chose the password: the first sign-in requires a new one. */
  readonly mustChange?: boolean
}

const identityPatterns: Record<keyof Identity, PatternName> = {
  login: 'REGEX_LOGIN',
  firstName: 'REGEX_FIRST_NAME',
  lastName: 'REGEX_LAST_NAME',
  email: 'REGEX_EMAIL',
}

/** Returns the first field of an identity that breaks its pattern, or null. */
export function faultyField(identity: Identity): keyof Identity | null {
  const fields = Object.keys(identityPatterns) as (keyof Identity)[]
  return fields.find((field) => !matchesPattern(identityPatterns[field], identity[field])) ?? null
}

/** Returns an identity without the spaces around its fields. @throws Refusal PATTERN_MISMATCH */
export function checkedIdentity({ login, firstName, lastName, email }: Identity): Identity {
  const identity = {
    login: login.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
  }
  const field = faultyField(identity)
  if (field) throw patternMismatch(field)
  return identity
}

type PasswordChoice = {
  readonly password: string
  readonly login: string
  readonly role: Role
  /** What whoever guesses tries first (`wordsOfAccount`). */
  readonly words: readonly string[]
}

/** Refuses a password that an account of this role may not have. @throws Refusal PASSWORD_TOO_WEAK */
export async function checkAccountPassword(
  isGuessable: GuessableCheck,
  choice: PasswordChoice,
): Promise<void> {
  // Loaded on demand, since passwords are seldom chosen and the lists would weigh on an idle server's memory.
  const isCommon = createCommonPasswordCheck(await loadGuessDictionaries())
  const administers = roleMay(choice.role, 'openBackOffice')
  const faults = accountPasswordFaults({ ...choice, administers, isCommon })
  if (faults.length === 0) {
    if (!(await isGuessable(choice.password, passwordFloors.account, choice.words))) return
    faults.push('GUESSABLE')
  }
  throw new Refusal('PASSWORD_TOO_WEAK', {
    details: { faults },
    sentence: faults.map((fault) => accountPasswordTexts[fault]).join('. '),
  })
}

/**
 * Inserts an active account, whose second factor is still to be enrolled.
 * @returns its id
 * @throws Refusal USER_LOGIN_IS_ALREADY_USED, USER_MAIL_IS_ALREADY_USED
 */
export async function insertAccount(
  tx: Transaction<Tables>,
  { keys, clock }: Pick<PlatformDeps, 'keys' | 'clock'>,
  account: NewAccount,
): Promise<number> {
  const now = clock()
  const id = await insertUser(tx, { ...account, adId: null, adSamAccount: null, at: now })
  const mark = await markOf(tx, 'users', id)
  await tx
    .insertInto('password_hashes')
    .values({
      user_id: id,
      user_mark: mark,
      hash: sealPasswordHash(await sealingKeys(tx, keys.keyring), { id, mark }, account.passwordHash),
      created_at: now,
      must_change: account.mustChange === true ? 1 : 0,
    })
    .execute()
  return id
}
