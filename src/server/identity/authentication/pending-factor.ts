import { sql, type Transaction } from 'kysely'
import { asSealed, keyVersionOf, type Sealed } from '#server/platform/crypto/envelope.ts'
import type { Keyring, SealingKeys } from '#server/platform/crypto/keyring.ts'
import { fieldPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { seal, unseal } from '#server/platform/crypto/seal.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RandomBytes } from '#server/platform/sources.ts'
import type { Actor } from '#server/access/session.ts'
import { takeStepOf, type Step } from '#server/access/steps.ts'
import { totpSecretBytes } from './totp.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'

/**
 * What enrols an authenticator: a pending sign-in or, on « Mon compte », a session. Each has its own secret,
 * so that a secret shown on one screen is never enrolled by another.
 */
export type Enrolment = {
  readonly table: 'sign_in_steps' | 'sessions'
  /** The `jti` of the sign-in, the id of the session. */
  readonly id: string
  readonly userId: number
}

export const enrolmentInStep = ({ jti, userId }: Pick<Step, 'jti' | 'userId'>): Enrolment => ({
  table: 'sign_in_steps',
  id: jti,
  userId,
})
export const enrolmentInSession = ({ sessionId, id }: Pick<Actor, 'id' | 'sessionId'>): Enrolment => ({
  table: 'sessions',
  id: sessionId,
  userId: id,
})

const idColumn = { sign_in_steps: 'jti', sessions: 'id' } as const

export const placeOfPending = ({ table, id, userId }: Enrolment) =>
  fieldPlace(table, userId, `totp_pending|${id}`)

const sealed = (keys: SealingKeys, enrolment: Enrolment, secret: Uint8Array): Sealed =>
  seal(keys.system('users'), placeOfPending(enrolment), secret)

/** Returns the unsealed secret, or null when there is none or its root key was retired meanwhile. */
function opened(keyring: Keyring, enrolment: Enrolment, bytes: Uint8Array | null): Uint8Array | null {
  if (bytes === null) return null
  try {
    const pending = asSealed(bytes)
    return unseal(keyring.system('users', keyVersionOf(pending)), placeOfPending(enrolment), pending)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** Generates and stores the secret of an enrolment, in place of any earlier one. */
export async function drawPending(
  tx: Transaction<Tables>,
  keyring: Keyring,
  enrolment: Enrolment,
  random: RandomBytes,
): Promise<Uint8Array> {
  const keys = await sealingKeys(tx, keyring)
  const secret = random(totpSecretBytes)
  await sql`update ${sql.table(enrolment.table)} set totp_pending = ${sealed(keys, enrolment, secret)}
    where ${sql.ref(idColumn[enrolment.table])} = ${enrolment.id}`.execute(tx)
  return secret
}

/** Returns the secret of an enrolment, generated at the first call. Concurrent calls return the same one. */
export async function pendingOrDrawn(
  tx: Transaction<Tables>,
  keyring: Keyring,
  enrolment: Enrolment,
  random: RandomBytes,
): Promise<Uint8Array> {
  const drawn = sealed(await sealingKeys(tx, keyring), enrolment, random(totpSecretBytes))
  const { rows } = await sql<{ totp_pending: Uint8Array }>`
    update ${sql.table(enrolment.table)} set totp_pending = coalesce(totp_pending, ${drawn})
    where ${sql.ref(idColumn[enrolment.table])} = ${enrolment.id}
    returning totp_pending`.execute(tx)
  const pending = opened(keyring, enrolment, rows[0]?.totp_pending ?? null)
  return pending ?? drawPending(tx, keyring, enrolment, random)
}

/**
 * Moves the secret that this browser was shown to its new sign-in, and ends its former one. After a mistyped code the
 * user signs in again, and the key in their authenticator must still be the right one. The cookie of the former sign-in
 * proves the browser: another one gets its own secret.
 */
export async function carryPending(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { binding, now, to }: { binding: string | undefined; now: number; to: Pick<Step, 'jti' | 'userId'> },
): Promise<void> {
  const former = binding === undefined ? null : await takeStepOf(tx, { binding, userId: to.userId, now })
  if (former === null) return
  const secret = opened(keyring, enrolmentInStep({ ...to, jti: former.jti }), former.pending)
  if (secret === null) return
  const pending = sealed(await sealingKeys(tx, keyring), enrolmentInStep(to), secret)
  await tx.updateTable('sign_in_steps').set({ totp_pending: pending }).where('jti', '=', to.jti).execute()
}

/** Returns the secret of an enrolment, or null when none was generated. */
export async function readPending(
  tx: Transaction<Tables>,
  keyring: Keyring,
  enrolment: Enrolment,
): Promise<Uint8Array | null> {
  const { rows } = await sql<{ totp_pending: Uint8Array | null }>`
    select totp_pending from ${sql.table(enrolment.table)}
    where ${sql.ref(idColumn[enrolment.table])} = ${enrolment.id}`.execute(tx)
  return opened(keyring, enrolment, rows[0]?.totp_pending ?? null)
}
