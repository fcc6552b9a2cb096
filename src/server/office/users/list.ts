import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { paging } from '#domain/platform/limits.ts'
import { pageInScope, scopeOf, type PageFound } from '#server/access/listed.ts'
import { isVisible } from '#server/access/scope.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import { byBytes } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { describeUsers, type View } from './describe.ts'
import { conditionOf, isManagedOrSelf, rankOfRole } from './filters.ts'
import type { Caller } from '#server/access/session.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { KeptLists } from '#server/access/kept-lists.ts'

type UserReply = ReplyOf<typeof users.read>
type Asked = QueryOf<typeof users.list>

type Page = { rows: UserReply[]; total: number; offset: number; limit: number }

/** A page of the users visible to the caller: by last name, first name and login unless another order is asked. */
export const pageOfUsers = (
  { db, keptLists }: Pick<PlatformDeps, 'db'> & { readonly keptLists: KeptLists },
  caller: Caller,
  view: View,
  asked: Asked,
): Promise<Page> =>
  readTogether(db, async (held) => {
    const { limit = paging.defaultLimit } = asked
    const find = () => idsOfPage(held, caller, view, { ...asked, limit })
    // Only the ids of the page are cached: the displayed data change with each sign-in and with time.
    const { ids, ...page } = isPassing(asked)
      ? await find()
      : await keptLists.of(['users', caller.id, caller.role, asked], find)
    return { ...page, limit, rows: await describeUsers(held, caller, await scopeOf(held, caller), view, ids) }
  })

/** Returns whether the members or the order of a list change without a change of the back offices' data. */
const isPassing = ({ orderBy, state, lastSignIn }: Asked): boolean =>
  orderBy === 'lastSignIn' || state === 'blocked' || lastSignIn !== undefined

async function idsOfPage(
  db: Kysely<Tables>,
  caller: Caller,
  { now }: View,
  { offset = 0, limit, bankId, selectId, order: direction = 'ASC', orderBy = 'name', ...asked }: PageAsked,
): Promise<PageFound> {
  const condition = conditionOf(caller, asked, now)
  const scope = await scopeOf(db, caller)
  const page = { offset, limit, selectId, direction, orderBy: orders[orderBy]?.(db, caller) }
  return pageInScope(db, 'user', caller, scope, { bankId, condition }, page)
}
type PageAsked = Asked & Required<Pick<Asked, 'limit'>>

/** The orders besides the list's own. Banks and teams are counted as a row shows them. */
const orders: Record<
  NonNullable<Asked['orderBy']>,
  ((db: Kysely<Tables>, caller: Caller) => RawBuilder<unknown>) | undefined
> = {
  name: undefined,
  login: (db) => byBytes(db, sql`t.login_key`),
  email: (db) => byBytes(db, sql`t.email_key`),
  role: () => rankOfRole,
  state: () => sql`t.state_id`,
  lastSignIn: (_db, caller) =>
    sql`case when ${isManagedOrSelf(caller)} then coalesce(t.last_sign_in_at, 0) else -1 end`,
  banks: (_db, caller) => sql`(select count(*) from bank_users l
    where l.user_id = t.id and ${isVisible('bank', caller, sql`l.bank_id`, sql`null`)})`,
  teams: (_db, caller) => sql`(select count(*) from team_users m join teams g on g.id = m.team_id
    where m.user_id = t.id and ${isVisible('team', caller, sql`g.id`, sql`g.created_by`)})`,
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
