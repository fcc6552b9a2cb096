import { signInLimits } from '#domain/platform/limits.ts'
import type { Kysely, Transaction } from 'kysely'
import { userStates } from '#domain/platform/roles.ts'
import { asSealed, keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import type { SealPlace } from '#server/platform/crypto/place.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import { endPasswordLinks } from '#server/identity/passwords/password-links.ts'
import { drawCode, hashesOfCode } from './codes.ts'
import type { Identity } from './provider.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'

/** What is kept of an identity for people to read; sealed with what it is of, so that it cannot be moved. */
type About = Pick<Identity, 'issuer' | 'subject' | 'name' | 'email'>

const placeOf = (table: 'sso_identities' | 'sso_requests', rowId: number): SealPlace => ({
  table,
  rowId,
  field: 'about',
  parentId: 0,
  revision: 0,
})

/** Where what is told of an account's identity stands. */
export const placeOfIdentity = (userId: number): SealPlace => placeOf('sso_identities', userId)

const aboutOf = ({ issuer, subject, name, email }: About): About => ({ issuer, subject, name, email })

const openAbout = (keyring: Keyring, place: SealPlace, sealed: Sealed): About =>
  unsealJson<About>(keyring.system('users', keyVersionOf(sealed)), place, sealed)

/** The account of an identity, where it may enter. */
export async function accountOf(
  db: Kysely<Tables>,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<{ id: number; login: string } | null> {
  const row = await db
    .selectFrom('sso_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.login'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .where('u.state_id', '=', userStates.active)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Links an identity to an account instead of the one it had. @returns false when it is somebody else's already */
export async function linkIdentity(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { identity, userId, by, now }: { identity: About; userId: number; by: number | null; now: number },
): Promise<boolean> {
  const keys = await sealingKeys(tx, keyring)
  await tx.deleteFrom('sso_identities').where('user_id', '=', userId).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sso_identities')
    .values({
      user_id: userId,
      issuer: identity.issuer,
      subject: identity.subject,
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
  // Who signs in there needs no password here: a link that was sent before would set one.
  await endPasswordLinks(tx, userId, now)
  return numInsertedOrUpdatedRows === 1n
}

/** The identity that a user signs in by, or null. */
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
 * Notes an identity that nobody has, for whoever links it by the code that its owner is shown. A newer code ends the
 * older one, so that nobody fills the table by coming again.
 */
export async function askForLink(
  tx: Transaction<Tables>,
  { keyring, random, now }: { keyring: Keyring; random: RandomBytes; now: number },
  identity: Identity,
): Promise<string> {
  const code = drawCode(random)
  const [hash] = hashesOfCode(keyring, code)
  if (!hash) throw new RangeError('a keyring without a key')
  const keys = await sealingKeys(tx, keyring)
  const row = {
    code_hash: hash,
    about: sealJson(keys.system('users'), placeOf('sso_requests', 0), aboutOf(identity)),
    expires_at: now + signInLimits.linkingCodeMs,
  }
  await tx.deleteFrom('sso_requests').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('sso_requests')
    .values({ ...row, issuer: identity.issuer, subject: identity.subject })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(row))
    .execute()
  return code
}

/** The identity that a linking code stands for; null for a code that is wrong or over. */
export async function identityOfCode(
  db: Kysely<Tables>,
  keyring: Keyring,
  code: string,
  now: number,
): Promise<About | null> {
  const row = await db
    .selectFrom('sso_requests')
    .select(['issuer', 'subject', 'about'])
    .where('code_hash', 'in', hashesOfCode(keyring, code))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return null
  const about = openAbout(keyring, placeOf('sso_requests', 0), asSealed(row.about))
  return about.issuer === row.issuer && about.subject === row.subject ? about : null
}

/** Takes a return once. @returns false when it was taken before */
export async function takeReturn(
  db: Kysely<Tables>,
  stateHash: Uint8Array,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  await db.deleteFrom('sso_returns').where('expires_at', '<=', now).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sso_returns')
    .values({ state_hash: stateHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('state_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
