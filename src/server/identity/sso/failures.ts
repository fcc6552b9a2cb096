import type { Kysely } from 'kysely'
import {
  ssoFailureCodes,
  ssoFailures,
  type SsoFailureCode,
  type SsoNotice,
} from '#domain/identity/sso-failures.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { asSealed, keyVersionOf } from '#server/platform/crypto/envelope.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { fieldPlace } from '#server/platform/crypto/place.ts'
import { SealError } from '#server/platform/crypto/seal-error.ts'
import { sealJson, unsealJson } from '#server/platform/crypto/seal.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sealingKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { ProviderError, Said } from './fault.ts'

/** The last failure of one kind. */
export type SsoFailure = Said & {
  readonly code: SsoFailureCode
  readonly at: number
  readonly requestId: string | null
}

/** How long a failure is shown, in milliseconds. */
const shownMs = 30 * 24 * 3_600_000

/**
 * The rows of `settings` that store the last failure of each kind. There are as many as kinds at most: anyone
 * may fabricate a return.
 */
const nameOf = (code: SsoFailureCode): string => `sso.failure.${code}`
const placeOf = (code: SsoFailureCode) => fieldPlace('settings', 0, nameOf(code))

type NoteDeps = Pick<IdentityDeps, 'db' | 'keys' | 'clock' | 'log'>

/**
 * Logs a failure and stores it for the administration page. What the provider said is stored sealed, since it
 * may name a person.
 * @returns the notice for the person
 */
export async function noteFailure(
  { db, keys, clock, log }: NoteDeps,
  { code, said, cause }: ProviderError,
  requestId: string | null,
): Promise<SsoNotice> {
  const { error: providerError, description: providerDescription } = said
  log.warn({ requestId, code, providerError, providerDescription, err: cause }, 'a single sign-on failed')
  const failure: SsoFailure = { ...said, code, at: clock(), requestId }
  await store(db, keys.keyring, failure).catch((error: unknown) =>
    log.warn({ requestId, err: error }, 'a failure of single sign-on was not stored'),
  )
  return ssoFailures[code]
}

async function store(db: Kysely<Tables>, keyring: Keyring, failure: SsoFailure): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const sealing = await sealingKeys(tx, keyring)
    const sealed = sealJson(sealing.system('sessions'), placeOf(failure.code), failure)
    const value = Buffer.from(sealed).toString('base64url')
    await tx
      .insertInto('settings')
      .values({ name: nameOf(failure.code), value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
}

/** Returns the last failure of each kind in the last 30 days, the latest first. */
export async function lastFailures(db: Kysely<Tables>, keyring: Keyring, now: number): Promise<SsoFailure[]> {
  const rows = await db
    .selectFrom('settings')
    .select(['name', 'value'])
    .where('name', 'in', ssoFailureCodes.map(nameOf))
    .execute()
  return rows
    .flatMap(({ name, value }) => {
      const code = ssoFailureCodes.find((one) => nameOf(one) === name)
      const failure = code === undefined ? null : open(keyring, code, value)
      return failure && failure.at > now - shownMs && failure.at <= now ? [failure] : []
    })
    .toSorted((a, b) => b.at - a.at)
}

/** Returns null for a row that was sealed under a retired key, or altered. */
function open(keyring: Keyring, code: SsoFailureCode, value: string): SsoFailure | null {
  try {
    const sealed = asSealed(Buffer.from(value, 'base64url'))
    return unsealJson<SsoFailure>(keyring.system('sessions', keyVersionOf(sealed)), placeOf(code), sealed)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
