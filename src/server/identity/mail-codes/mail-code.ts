import type { Transaction } from 'kysely'
import { signInLimits } from '#domain/platform/limits.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Keyring } from '#server/platform/crypto/keyring.ts'
import { sameBytes } from '#server/platform/crypto/token.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { keyedHash } from '#server/identity/authentication/keyed-hash.ts'
import { shortLivedKeys } from '#server/platform/root-keys/sealing-keys.ts'
import type { RandomBytes } from '#server/platform/sources.ts'

const hourMs = 3_600_000
const codes = 10 ** signInLimits.tokenLength
/** The greatest multiple of the number of codes below 2^32. Values above it would favour the low codes. */
const fairDraws = 2 ** 32 - (2 ** 32 % codes)

/** Generates a code of six digits, each code equally likely. */
function generateMailCode(random: RandomBytes): string {
  for (;;) {
    const drawn = Buffer.from(random(4)).readUInt32BE()
    if (drawn < fairDraws) return String(drawn % codes).padStart(signInLimits.tokenLength, '0')
  }
}

/** Returns the hash of a code, bound to its sign-in: the same digits in another sign-in give another hash. */
const hashOf = (keyring: Keyring, version: number, jti: string, code: string): Uint8Array =>
  keyedHash(keyring, version, 'mail-codes', `${jti}|${code}`)

/**
 * Stores a new code in place of an account's former one, and queues its mail. The caller holds the account's
 * row. @returns the id of the mail @throws Refusal TOO_MANY_TRIES before its time
 */
export async function queueMailCode(
  tx: Transaction<Tables>,
  { keys, randomBytes, outbox }: Pick<PlatformDeps, 'keys' | 'randomBytes' | 'outbox'>,
  { login, first_name: firstName, email }: { login: string; first_name: string; email: string },
  { userId, jti, now }: { userId: number; jti: string; now: number },
): Promise<number> {
  const { keyring } = keys
  const code = generateMailCode(randomBytes)
  const former = await tx
    .selectFrom('mail_codes')
    .select(['sent_at', 'counted_from', 'sent'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const isSameHour = former !== undefined && now - former.counted_from < hourMs
  const next = former ? former.sent_at + signInLimits.mailCodeResendMs : now
  if (next > now) throw tooSoon(next - now)
  if (isSameHour && former.sent >= signInLimits.mailCodesPerHour)
    throw tooSoon(former.counted_from + hourMs - now)
  const { version } = await shortLivedKeys(tx, keyring)
  const row = {
    jti,
    code_hash: hashOf(keyring, version, jti, code),
    key_version: version,
    tries: 0,
    sent_at: now,
    expires_at: now + signInLimits.mailCodeMs,
    counted_from: isSameHour ? former.counted_from : now,
    sent: isSameHour ? former.sent + 1 : 1,
  }
  await tx
    .insertInto('mail_codes')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  const values = { login, firstName, code }
  return outbox.add(tx, { to: email, template: 'mailCode', values, until: row.expires_at })
}

const tooSoon = (ms: number) => new Refusal('TOO_MANY_TRIES', { retryAfterSeconds: ms / 1000 })

/**
 * Uses up a right code. A wrong one counts, and the fifth ends the code, apart from the account's own count.
 * @returns `outlived` for any code while the last one was sent under a root key that was retired since: nothing counts
 */
export async function consumeMailCode(
  tx: Transaction<Tables>,
  keyring: Keyring,
  { userId, jti, code, now }: { userId: number; jti: string; code: string; now: number },
): Promise<'right' | 'wrong' | 'outlived'> {
  const row = await tx
    .updateTable('mail_codes')
    .set((of) => ({ tries: of('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('jti', '=', jti)
    .where('expires_at', '>', now)
    .where('tries', '<', signInLimits.mailCodeTries)
    .returning(['code_hash', 'key_version'])
    .executeTakeFirst()
  if (!row) return 'wrong'
  if (!keyring.versions.includes(row.key_version)) {
    await tx
      .updateTable('mail_codes')
      .set((of) => ({ tries: of('tries', '-', 1) }))
      .where('user_id', '=', userId)
      .execute()
    return 'outlived'
  }
  if (!sameBytes(hashOf(keyring, row.key_version, jti, code), row.code_hash)) return 'wrong'
  await endMailCode(tx, userId)
  return 'right'
}

export async function endMailCode(tx: Transaction<Tables>, userId: number): Promise<void> {
  await tx.deleteFrom('mail_codes').where('user_id', '=', userId).execute()
}
