import type { Transaction } from 'kysely'
import type { AccountChange } from '#texts/platform/mails.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { RequestOrigin } from '#server/platform/journal/journal.ts'
import type { Outbox } from './outbox.ts'

/**
 * Tells somebody by mail, in the transaction of the deed, that what lets them in was changed or used up: whoever did
 * it in their place is noticed.
 * @param by when and from where it was done, unless an administrator did it
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
