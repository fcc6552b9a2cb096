import type { Transaction } from 'kysely'
import { Refusal } from '#domain/platform/refusals.ts'
import { changeUser } from '#server/access/account-rows.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { MailCodePolicy } from '#server/identity/settings.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sendAwaited } from '#server/platform/mail/send-now.ts'
import { endFactorResets } from '#server/identity/resets/factor-resets.ts'
import type { PasswordDeps } from '#server/identity/deps.ts'
import type { By } from '#server/access/session.ts'
import { consumeMailCode, endMailCode, queueMailCode } from '#server/identity/mail-codes/mail-code.ts'
import {
  factorRowOf,
  mayChooseMail,
  mayUseMailCode,
  type FactorRow,
} from '#server/identity/authentication/methods.ts'

/** What binds a proof's code to its session. The prefix keeps it apart from ids of sign-in tokens. */
const boundTo = (sessionId: string): string => `session ${sessionId}`

/** Whether an account proves itself by mail: mail is its second factor, and the settings still allow it. */
const provesByMail = (user: FactorRow, policy: MailCodePolicy): boolean =>
  user.second_factor === 'mail' && mayUseMailCode(user, policy)

/**
 * Sends the caller a code that proves their identity again.
 * @throws Refusal TOO_MANY_TRIES before its time
 */
export async function sendProofCode(deps: PasswordDeps, { actor, origin }: By): Promise<void> {
  const { db, clock, journal, config, outbox } = deps
  const mail = await db.transaction().execute(async (tx) => {
    await lockRows(tx, 'users', [actor.id])
    const now = clock()
    const user = await factorRowOf(tx, actor.id)
    if (!provesByMail(user, config.mailCode)) throw new Refusal('SECOND_FACTOR_REFUSED')
    await journal.record(tx, actor, origin, { action: 'second-factor.mailed' })
    return queueMailCode(tx, deps, user, { userId: actor.id, jti: boundTo(actor.sessionId), now })
  })
  await sendAwaited(outbox, mail)
}

export async function consumeProofCode(
  tx: Transaction<Tables>,
  { keys, config }: Pick<PasswordDeps, 'keys' | 'config'>,
  { actor }: By,
  code: string,
  now: number,
): ReturnType<typeof consumeMailCode> {
  if (!provesByMail(await factorRowOf(tx, actor.id), config.mailCode)) return 'wrong'
  const row = { userId: actor.id, jti: boundTo(actor.sessionId), code, now }
  return consumeMailCode(tx, keys.keyring, row)
}

/**
 * Makes mail an account's second factor, in place of its authenticator.
 * @throws Refusal SECOND_FACTOR_REFUSED
 */
export async function chooseMail(
  tx: Transaction<Tables>,
  policy: MailCodePolicy,
  userId: number,
  now: number,
): Promise<void> {
  if (!mayChooseMail(await factorRowOf(tx, userId), policy)) throw new Refusal('SECOND_FACTOR_REFUSED')
  await changeUser(tx, userId, { second_factor: 'mail', totp_secret: null, qr_scanned: 0 }, now)
  await endMailCode(tx, userId)
  await endFactorResets(tx, userId, now)
}
