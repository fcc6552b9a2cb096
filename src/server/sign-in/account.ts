import type { Transaction } from 'kysely'
import { accountPasswordFaults } from '#domain/account-password.ts'
import { fold } from '#domain/folding.ts'
import { blocklistOf, loadGuessDictionaries } from '#domain/guess-dictionaries.ts'
import { matchesPattern, type PatternName } from '#domain/patterns.ts'
import { Refusal } from '#domain/refusals.ts'
import { roleMay, userStates, type Role, type UserType } from '#domain/roles.ts'
import { accountPasswordTexts } from '#texts/sign-in.ts'
import { sealPasswordHash } from '../crypto/password-hash.ts'
import type { Secret } from '../crypto/secret.ts'
import { nextId } from '../database/columns.ts'
import { isUniqueViolation } from '../database/problems.ts'
import type { Tables } from '../database/tables.ts'
import type { Deps } from '../deps.ts'

/** Who a new account is for; texts as they were typed. */
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
}

/** What makes two logins, or two addresses, the same: `Hélène` and `helene` are one account. */
export const accountKeyOf = (loginOrEmail: string): string => fold(loginOrEmail.trim())

const identityPatterns: Record<keyof Identity, PatternName> = {
  login: 'REGEX_LOGIN',
  firstName: 'REGEX_FIRST_NAME',
  lastName: 'REGEX_LAST_NAME',
  email: 'REGEX_EMAIL',
}

/** The first field of an identity that does not follow its rule, or null. */
export function faultyField(identity: Identity): keyof Identity | null {
  const fields = Object.keys(identityPatterns) as (keyof Identity)[]
  return fields.find((field) => !matchesPattern(identityPatterns[field], identity[field])) ?? null
}

/** An identity without the spaces around its fields. @throws Refusal INVALID_REQUEST with the field's path. */
export function checkedIdentity({ login, firstName, lastName, email }: Identity): Identity {
  const identity = {
    login: login.trim(),
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim(),
  }
  const field = faultyField(identity)
  if (field) throw new Refusal('INVALID_REQUEST', { details: { field: `body/${field}`, rule: 'pattern' } })
  return identity
}

/**
 * Refuses a password that an account of this role may not have.
 * @throws Refusal PASSWORD_TOO_WEAK; `details.faults` lists the codes, the message says them in French.
 */
export async function checkAccountPassword(choice: {
  password: string
  login: string
  role: Role
}): Promise<void> {
  // Read when a password is chosen, which is seldom: the lists would weigh on an idle server's memory.
  const blocklist = blocklistOf(await loadGuessDictionaries())
  const administers = roleMay(choice.role, 'openBackOffice')
  const faults = accountPasswordFaults({ ...choice, administers, blocklist })
  if (faults.length === 0) return
  throw new Refusal('PASSWORD_TOO_WEAK', {
    details: { faults },
    sentence: faults.map((fault) => accountPasswordTexts[fault]).join('. '),
  })
}

/**
 * Makes an active account with its password, its second factor still to be enrolled.
 * @returns its id
 * @throws Refusal USER_LOGIN_IS_ALREADY_USED, USER_MAIL_IS_ALREADY_USED
 */
export async function insertAccount(
  tx: Transaction<Tables>,
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  account: NewAccount,
): Promise<number> {
  const keyOf = { login: accountKeyOf(account.login), email: accountKeyOf(account.email) }
  await refuseTaken(tx, keyOf)
  const id = await nextId(tx, 'users')
  const now = clock()
  try {
    await tx
      .insertInto('users')
      .values({
        id,
        login: account.login,
        login_key: keyOf.login,
        email: account.email,
        email_key: keyOf.email,
        first_name: account.firstName,
        last_name: account.lastName,
        role: account.role,
        type: account.type,
        state_id: userStates.active,
        ad_id: null,
        ad_sam_account: null,
        last_bank_id: null,
        last_chest_id: null,
        read_features: 0,
        second_factor: 'totp',
        totp_secret: null,
        totp_pending: null,
        qr_scanned: 0,
        last_step: 0,
        failures: 0,
        blocks: 0,
        blocked_until: null,
        created_at: now,
        created_by: account.createdBy,
        deleted_at: null,
      })
      .execute()
  } catch (error) {
    throw takenRefusal(error) ?? error
  }
  await tx
    .insertInto('password_hashes')
    .values({
      user_id: id,
      hash: sealPasswordHash(keys.keyring, id, account.passwordHash),
      created_at: now,
    })
    .execute()
  return id
}

/** With both taken, an engine would name the one that it checks first: the login counts. */
async function refuseTaken(tx: Transaction<Tables>, key: { login: string; email: string }): Promise<void> {
  const taken = await tx
    .selectFrom('users')
    .select(['login_key'])
    .where((is) => is.or([is('login_key', '=', key.login), is('email_key', '=', key.email)]))
    .execute()
  if (taken.some((row) => row.login_key === key.login)) throw new Refusal('USER_LOGIN_IS_ALREADY_USED')
  if (taken.length > 0) throw new Refusal('USER_MAIL_IS_ALREADY_USED')
}

/** Two at once: the constraint decides, and both engines name it or its column in their message. */
function takenRefusal(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !isUniqueViolation(error)) return null
  if (/email_key/.test(error.message)) return new Refusal('USER_MAIL_IS_ALREADY_USED')
  return /login_key/.test(error.message) ? new Refusal('USER_LOGIN_IS_ALREADY_USED') : null
}
