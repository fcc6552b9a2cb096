import type { Transaction } from 'kysely'
import type { AccountChange } from '#texts/platform/mails.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Outbox } from './outbox.ts'

/**
 * Queues a mail to the owner, in the transaction of the action, that a password or factor was changed or used: an
 * attacker's change is thus noticed.
 * @param by the time and origin of the action, unless an administrator did it
 */
export async function tellAccountChange(
  tx: Transaction<Tables>,
  outbox: Outbox,
  userId: number,
  change: AccountChange,
  by?: { readonly origin: Pick<RequestOrigin, 'ip' | 'userAgent'>; readonly at: number },
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'login', 'first_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const seen = by && { at: by.at, ip: by.origin.ip, userAgent: by.origin.userAgent }
  const values = { login: user.login, firstName: user.first_name, change, ...(seen && { seen }) }
  await outbox.add(tx, { to: user.email, template: 'accountChanged', values })
}
