import { sql, type Kysely } from 'kysely'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { sentenceOfError } from './transport.ts'

/** A mail with a link to set a password that has not left. */
export type UnsentMail = {
  readonly isInvitation: boolean
  /** Whether it is retried. */
  readonly isWaiting: boolean
  /** Why it did not leave, in French; null before the first try. */
  readonly reason: string | null
}

/** The latest mail of each user: replaced ones do not matter. */
const latest = prepared((db: Kysely<Tables>, params: Params<{ users: string }>) =>
  db
    .selectFrom('outbox as o')
    .select(['o.invited_user_id', 'o.template', 'o.state', 'o.last_error'])
    .where(isAmong(db, sql.ref('o.invited_user_id'), sql`${params('users')}`))
    .where('o.state', '<>', 'sent')
    // A link that was requested, and ended before its mail was sent, is no failure.
    .where(sql<boolean>`not (o.template = 'passwordLink' and coalesce(o.last_error, '') = 'obsolete')`)
    .where(
      sql<boolean>`not exists (
        select 1 from outbox l where l.invited_user_id = o.invited_user_id and l.id > o.id)`,
    ),
)

/** Returns the unsent mails of users, by their ids, in one query. */
export async function unsentMails(
  db: Kysely<Tables>,
  userIds: readonly number[],
): Promise<ReadonlyMap<number | null, UnsentMail>> {
  const rows = await latest.all(db, { users: listOf(db, userIds) })
  return new Map(
    rows.map((row) => [
      row.invited_user_id,
      {
        isInvitation: row.template === 'invitation',
        isWaiting: row.state === 'waiting',
        reason: row.last_error && sentenceOfError(row.last_error),
      },
    ]),
  )
}
