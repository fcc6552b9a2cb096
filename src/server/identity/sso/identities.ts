import { signInLimits } from '#domain/platform/limits.ts'
import { toleratedMs } from '#domain/platform/moments.ts'
import type { Kysely, Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { userStates } from '#domain/platform/roles.ts'
import { activeUser, isGenuine, proofOfRow, userProof } from '#server/access/authority.ts'
import { asSealed, keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { fieldPlace, type SealPlace } from '#server/platform/crypto/place.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import { markOf } from '#server/access/proved-changes.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { endPasswordLinks } from '#server/identity/passwords/password-links.ts'
import { keyedHash } from '#server/identity/authentication/keyed-hash.ts'
import type { Identity } from './provider.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'

/**
 * The readable part of an identity, sealed with issuer and subject, so that it cannot be moved to another.
 */
export type About = Pick<Identity, 'issuer' | 'subject' | 'name' | 'email'>

export const placeOfIdentity = (userId: number) => fieldPlace('sso_identities', userId, 'about')
/** Bound to the code: another identity does not take its place. */
const placeOfRequest = (codeHash: Uint8Array) =>
  fieldPlace('sso_requests', 0, `about|${Buffer.from(codeHash).toString('base64url')}`)

const aboutOf = ({ issuer, subject, name, email }: About): About => ({ issuer, subject, name, email })

const openAbout = (keyring: Keyring, place: SealPlace, sealed: Sealed): About =>
  unsealJson<About>(keyring.system('users', keyVersionOf(sealed)), place, sealed)

/** 32 characters that sound different when read aloud. Twelve of them have 60 bits. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const codeLength = 12
const groupLength = 4

/** Returns a new linking code in its readable form: `ABCD-EFGH-JKLM`. */
function generateLinkingCode(random: RandomBytes): string {
  // Five bits of each byte, so that every character is equally likely.
  const text = Array.from(random(codeLength), (byte) => signs[byte & 31]).join('')
  return text.replace(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')
}

/** Keyed: a code is shorter than a token. */
const hashOfCode = (keyring: Keyring, version: number, code: string): Uint8Array =>
  keyedHash(keyring, version, 'sso-codes', code.toUpperCase().replace(/[^A-Z0-9]/g, ''))

/** Returns the account of an identity, if it may sign in. */
export async function accountOf(
  db: Kysely<Tables>,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<{ id: number; login: string } | null> {
  const row = await db
    .selectFrom('sso_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select([
      'i.user_id',
      'i.user_mark',
      'i.issuer',
      'i.subject',
      'i.mac as link_mac',
      'i.mac_at as link_mac_at',
      ...userProof,
    ])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .where('u.state_id', '=', userStates.active)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isGenuine(db, 'users', row, { id: row.user_id, ...activeUser })) return null
  const link = { ...row, mac: row.link_mac, mac_at: row.link_mac_at }
  return isGenuine(db, 'sso_identities', link, { issuer, subject, user_mark: row.mark })
    ? { id: row.id, login: row.login }
    : null
}

/** Links an identity to an account, in place of its former one. @returns false when another account has it */
export async function linkIdentity(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { identity, userId, by, now }: { identity: About; userId: number; by: number | null; now: number },
): Promise<boolean> {
  const keys = await sealingKeys(tx, keyring)
  const user_mark = await markOf(tx, 'users', userId)
  const proved = { user_id: userId, user_mark, issuer: identity.issuer, subject: identity.subject }
  await tx.deleteFrom('sso_identities').where('user_id', '=', userId).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sso_identities')
    .values({
      ...proved,
      ...proofOfRow(tx, 'sso_identities', proved, now),
      about: sealJson(keys.system('users'), placeOfIdentity(userId), aboutOf(identity)),
      linked_at: now,
      linked_by: by,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .executeTakeFirst()
  await tx
    .deleteFrom('sso_requests')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .execute()
  // An account with single sign-on needs no password here, which an earlier link would set.
  await endPasswordLinks(tx, userId, now)
  return numInsertedOrUpdatedRows === 1n
}

export async function identityOfUser(
  db: Kysely<Tables>,
  keyring: Keyring,
  userId: number,
): Promise<(About & { linkedAt: number }) | null> {
  const row = await db
    .selectFrom('sso_identities')
    .select(['about', 'linked_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const about = openAbout(keyring, placeOfIdentity(userId), asSealed(row.about))
  return { ...about, linkedAt: row.linked_at }
}

/**
 * Stores an unlinked identity under the linking code that its owner is shown, in place of its former one.
 * @returns the code
 */
export async function createLinkingCode(
  tx: Transaction<Tables>,
  { keyring, random, now }: { keyring: Keyring; random: RandomBytes; now: number },
  identity: Identity,
): Promise<string> {
  const code = generateLinkingCode(random)
  const keys = await sealingKeys(tx, keyring)
  const code_hash = hashOfCode(keyring, keys.version, code)
  const row = {
    code_hash,
    about: sealJson(keys.system('users'), placeOfRequest(code_hash), aboutOf(identity)),
    expires_at: now + signInLimits.linkingCodeMs,
  }
  await tx
    .insertInto('sso_requests')
    .values({ ...row, issuer: identity.issuer, subject: identity.subject })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(row))
    .execute()
  return code
}

/** Returns the identity of a linking code; null for a wrong or expired code. */
export async function identityOfCode(
  db: Kysely<Tables>,
  keyring: Keyring,
  code: string,
  now: number,
): Promise<About | null> {
  const hashes = keyring.versions.map((version) => hashOfCode(keyring, version, code))
  const row = await db
    .selectFrom('sso_requests')
    .select(['code_hash', 'issuer', 'subject', 'about'])
    .where('code_hash', 'in', hashes)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', now + toleratedMs + signInLimits.linkingCodeMs)
    .executeTakeFirst()
  if (!row) return null
  try {
    const about = openAbout(keyring, placeOfRequest(row.code_hash), asSealed(row.about))
    return about.issuer === row.issuer && about.subject === row.subject ? about : null
  } catch (error) {
    // Stored under another code.
    if (error instanceof SealError) return null
    throw error
  }
}

/**
 * Returns the refusal of a code that is no identity's. While identities wait whose root key was retired, the code may be
 * one of theirs: its hash under that key cannot be compared any more.
 */
export async function refusalOfCode(db: Kysely<Tables>, keyring: Keyring, now: number): Promise<Refusal> {
  const rows = await db.selectFrom('sso_requests').select('about').where('expires_at', '>', now).execute()
  const isOutlived = rows.some(({ about }) => !keyring.versions.includes(keyVersionOf(asSealed(about))))
  return new Refusal(isOutlived ? 'CODE_OUTLIVED' : 'SSO_CODE_WRONG')
}

/** Accepts a return once. @returns false when it was accepted before */
export async function consumeReturn(
  db: Kysely<Tables>,
  stateHash: Uint8Array,
  expiresAt: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sso_returns')
    .values({ state_hash: stateHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
