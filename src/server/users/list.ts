import { sql, type Kysely } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'
import { paging } from '#domain/limits.ts'
import { hangsOnBank, isVisible } from '../access/scope.ts'
import type { Tables } from '../database/tables.ts'
import { matchesSearch } from '../database/words.ts'
import { describeUsers, type Caller, type View } from './describe.ts'

type UserReply = ReplyOf<typeof users.read>
type Asked = QueryOf<typeof users.list>

const userId = sql.ref('u.id')

/** A page of the users whom a person of the back offices sees, by last name, first name and login. */
export async function pageOfUsers(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  { offset: wanted = 0, limit = paging.defaultLimit, ...asked }: Asked,
): Promise<{ rows: UserReply[]; total: number; offset: number; limit: number }> {
  const { total } = await matching(db, caller, asked)
    .select((select) => select.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (await offsetOfRow(db, caller, asked, limit)) ?? wanted
  // The numbers first: what describes a row is asked for those that are shown, not for those that are skipped.
  const page = await matching(db, caller, asked)
    .select('u.id')
    .orderBy('u.search_key')
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = page.map(({ id }) => id)
  return { rows: await describeUsers(db, caller, view, ids), total: Number(total), offset, limit }
}

/** One user as the back office shows them, to a caller who has been judged. */
export async function readUser(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  id: number,
): Promise<UserReply> {
  const [user] = await describeUsers(db, caller, view, [id])
  if (!user) throw new Error('a user was judged who is not there')
  return user
}

const live = (db: Kysely<Tables>) => db.selectFrom('users as u').where('u.deleted_at', 'is', null)

function matching(db: Kysely<Tables>, caller: Caller, { search = '', bankId }: Asked) {
  let query = live(db).where(isVisible('user', caller, userId, sql.ref('u.created_by')))
  if (bankId !== undefined) {
    // Whom somebody else's bank shares with one's own is that bank's secret.
    query = query
      .where(hangsOnBank('user', bankId, userId))
      .where(isVisible('bank', caller, sql`${bankId}`, sql`null`))
  }
  return search === '' ? query : query.where(matchesSearch(search, sql.ref('u.search_key'), userId))
}

/** The offset of the page on which a user stands; null when none is asked for or they are not in the list. */
async function offsetOfRow(
  db: Kysely<Tables>,
  caller: Caller,
  asked: Asked,
  limit: number,
): Promise<number | null> {
  if (asked.selectId === undefined) return null
  const row = await matching(db, caller, asked)
    .where('u.id', '=', asked.selectId)
    .select('u.search_key')
    .executeTakeFirst()
  if (!row) return null
  const { before } = await matching(db, caller, asked)
    .where(sql<boolean>`(u.search_key, u.id) < (${row.search_key}, ${asked.selectId})`)
    .select((select) => select.fn.countAll<number | string>().as('before'))
    .executeTakeFirstOrThrow()
  return Math.floor(Number(before) / limit) * limit
}
