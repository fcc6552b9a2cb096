import { sql, type Kysely } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { paging } from '#domain/platform/limits.ts'
import { pageInScope, scopeOf, type PageFound } from '#server/access/listed.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { matchesSearch } from '#server/platform/database/words.ts'
import { describeUsers, type View } from './describe.ts'
import type { Caller } from '#server/access/session.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { KeptLists } from '#server/access/kept-lists.ts'

type UserReply = ReplyOf<typeof users.read>
type Asked = QueryOf<typeof users.list>

type Page = { rows: UserReply[]; total: number; offset: number; limit: number }

/** A page of the users visible to the caller, by last name, first name and login. */
export const pageOfUsers = (
  { db, keptLists }: Pick<PlatformDeps, 'db'> & { readonly keptLists: KeptLists },
  caller: Caller,
  view: View,
  asked: Asked,
): Promise<Page> =>
  readTogether(db, async (held) => {
    const { limit = paging.defaultLimit, order = 'ASC' } = asked
    // Only the ids of the page are cached: the displayed data change with each sign-in and with time.
    const { ids, ...page } = await keptLists.of(['users', caller.id, caller.role, asked], () =>
      idsOfPage(held, caller, { ...asked, limit, order }),
    )
    const rows = await describeUsers(held, caller, await scopeOf(held, caller), view, ids)
    return { ...page, limit, rows: order === 'ASC' ? rows : rows.toReversed() }
  })

async function idsOfPage(
  db: Kysely<Tables>,
  caller: Caller,
  {
    offset = 0,
    limit,
    search = '',
    bankId,
    selectId,
    order: direction,
  }: Asked & Required<Pick<Asked, 'limit' | 'order'>>,
): Promise<PageFound> {
  const condition = search === '' ? undefined : matchesSearch(search, sql`t.search_key`, sql`t.id`)
  const scope = await scopeOf(db, caller)
  const page = { offset, limit, selectId, direction }
  return pageInScope(db, 'user', caller, scope, { bankId, condition }, page)
}

/** One user in back office format. The caller of this function checks visibility. */
export async function readUser(
  db: Kysely<Tables>,
  caller: Caller,
  view: View,
  id: number,
): Promise<UserReply> {
  const [user] = await describeUsers(db, caller, await scopeOf(db, caller), view, [id])
  if (!user) throw new Error('the user to read does not exist')
  return user
}
