import { sql, type Kysely } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'
import { paging } from '#domain/limits.ts'
import { idsInScope, scopeOf } from '../access/listed.ts'
import type { Tables } from '../database/tables.ts'
import { matchesSearch } from '../database/words.ts'
import { offsetOf } from '../http/offset.ts'
import { describeUsers, type Caller, type View } from './describe.ts'

type UserReply = ReplyOf<typeof users.read>
type Asked = QueryOf<typeof users.list>

/** A page of the users whom a person of the back offices sees, by last name, first name and login. */
export async function pageOfUsers(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  { offset: wanted = 0, limit = paging.defaultLimit, search = '', bankId, selectId }: Asked,
): Promise<{ rows: UserReply[]; total: number; offset: number; limit: number }> {
  const scope = await scopeOf(db, caller)
  const condition = search === '' ? undefined : matchesSearch(search, sql`t.search_key`, sql`t.id`)
  const found = await idsInScope(db, 'user', caller, scope, { bankId, condition })
  const offset = offsetOf(found, { offset: wanted, limit, selectId })
  const rows = await describeUsers(db, caller, scope, view, found.slice(offset, offset + limit))
  return { rows, total: found.length, offset, limit }
}

/** One user as the back office shows them, to a caller who has been judged. */
export async function readUser(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  id: number,
): Promise<UserReply> {
  const [user] = await describeUsers(db, caller, await scopeOf(db, caller), view, [id])
  if (!user) throw new Error('a user was judged who is not there')
  return user
}
