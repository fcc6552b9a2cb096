import { sql, type Kysely } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'
import { paging } from '#domain/limits.ts'
import { pageInScope, scopeOf } from '../access/listed.ts'
import { readTogether } from '../database/engine.ts'
import type { Tables } from '../database/tables.ts'
import { matchesSearch } from '../database/words.ts'
import { describeUsers, type Caller, type View } from './describe.ts'

type UserReply = ReplyOf<typeof users.read>
type Asked = QueryOf<typeof users.list>

/** A page of the users whom a person of the back offices sees, by last name, first name and login. */
export const pageOfUsers = (db: Kysely<Tables>, caller: Caller, view: View, asked: Asked): Promise<Page> =>
  readTogether(db, (held) => readPage(held, caller, view, asked))

type Page = { rows: UserReply[]; total: number; offset: number; limit: number }

async function readPage(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  { offset = 0, limit = paging.defaultLimit, search = '', bankId, selectId, order: direction = 'ASC' }: Asked,
): Promise<Page> {
  const scope = await scopeOf(db, caller)
  const condition = search === '' ? undefined : matchesSearch(search, sql`t.search_key`, sql`t.id`)
  const filter = { bankId, condition }
  const asked = { offset, limit, selectId, direction }
  const { ids, ...page } = await pageInScope(db, 'user', caller, scope, filter, asked)
  const rows = await describeUsers(db, caller, scope, view, ids)
  return { ...page, limit, rows: direction === 'ASC' ? rows : rows.toReversed() }
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
