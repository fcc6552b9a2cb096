import { sql, type Kysely } from 'kysely'
import type { Static } from 'typebox'
import type { ManagedChest } from '#contract/chests.ts'
import { frenchCollator } from '#domain/folding.ts'
import { paging } from '#domain/limits.ts'
import { roleMay, type Role } from '#domain/roles.ts'
import { banksOfUser, hangsOnBank, isVisible, reachFrom, scopeCounts } from '../access/scope.ts'
import { teamsOfChests, usersOfChests } from '../chest-rights/queries.ts'
import type { Tables } from '../database/tables.ts'
import { matchesSearch } from '../database/words.ts'

export type Managed = Static<typeof ManagedChest>
type Caller = { readonly id: number; readonly role: Role }
/** What a list call asks for (ListQuery of the contract). */
export type ListAsked = {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly search?: string | undefined
  readonly bankId?: number | undefined
  readonly selectId?: number | undefined
}
export type ManagedPage = { chests: Managed[]; total: number; offset: number; limit: number }

const chestId = sql.ref('c.id')

/** A page of the live chests that a person of the back offices sees, by id, with whom and what each hangs together. */
export async function managedPage(
  db: Kysely<Tables>,
  caller: Caller,
  { offset: wanted = 0, limit = paging.defaultLimit, ...asked }: ListAsked,
): Promise<ManagedPage> {
  const { total } = await matching(db, caller, asked)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (await offsetOfRow(db, caller, asked, limit)) ?? wanted
  // The ids alone first: PostgreSQL makes the columns of the rows that it skips as well.
  const rows = await matching(db, caller, asked)
    .select('c.id')
    .orderBy('c.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const chests = await described(
    db,
    caller,
    rows.map(({ id }) => id),
  )
  return { chests, total: Number(total), offset, limit }
}

/** One chest as the table shows it; its caller has been judged to see it. */
export async function managedChest(db: Kysely<Tables>, caller: Caller, id: number): Promise<Managed> {
  const [chest] = await described(db, caller, [id])
  if (!chest) throw new Error('a chest was judged that is not there')
  return chest
}

type Filter = Pick<ListAsked, 'search' | 'bankId' | 'selectId'>

const matching = (db: Kysely<Tables>, caller: Caller, { search = '', bankId }: Filter) => {
  let query = db
    .selectFrom('chests as c')
    .where('c.deleted_at', 'is', null)
    .where(isVisible('chest', caller, chestId, sql.ref('c.created_by')))
  if (bankId !== undefined) {
    // What somebody else's bank shares with one's own is that bank's secret.
    query = query
      .where(hangsOnBank('chest', bankId, chestId))
      .where(isVisible('bank', caller, sql`${bankId}`, sql`null`))
  }
  return search === '' ? query : query.where(matchesSearch(search, sql.ref('c.search_text'), chestId))
}

/** The offset of the page on which a row stands; null when none is asked for or it is not in the list. */
async function offsetOfRow(
  db: Kysely<Tables>,
  caller: Caller,
  asked: Filter,
  limit: number,
): Promise<number | null> {
  const { selectId } = asked
  if (selectId === undefined) return null
  const row = await matching(db, caller, asked)
    .where('c.id', '<=', selectId)
    .select((select) => [
      select.fn.countAll<number>().as('upTo'),
      select.fn.max<number | null>('c.id').as('last'),
    ])
    .executeTakeFirstOrThrow()
  return row.last === selectId ? Math.floor((Number(row.upTo) - 1) / limit) * limit : null
}

/** Five queries for a page, however many chests, people and teams it shows. */
async function described(db: Kysely<Tables>, caller: Caller, ids: readonly number[]): Promise<Managed[]> {
  if (ids.length === 0) return []
  const counts = scopeCounts('chest', chestId, caller.id)
  const base = db
    .selectFrom('chests as c')
    .leftJoin('users as u', 'u.id', 'c.created_by')
    .select(['c.id', 'c.name', 'c.description', 'c.type', 'c.guardian', 'c.created_at', 'c.created_by'])
    .select('u.login as creator')
    .select([counts.banks.as('held'), counts.shared.as('shared')])
    .where('c.id', 'in', [...ids])
    .where('c.deleted_at', 'is', null)
    .orderBy('c.id')
  const [rows, users, teams, banks] = await Promise.all([
    base.execute(),
    usersOfChests(db, ids),
    teamsOfChests(db, ids),
    banksOfChests(db, caller, ids),
  ])
  return rows.map((row) => {
    const thing = { noun: 'chest', id: row.id, madeBy: row.created_by, role: null } as const
    const reach = reachFrom(caller, { ...thing, banks: row.held, shared: row.shared })
    const seen = banks.get(row.id) ?? []
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      type: row.type,
      guardian: row.guardian === 1,
      creator: row.creator,
      createAt: new Date(row.created_at).toISOString(),
      users: users.get(row.id) ?? [],
      teams: teams.get(row.id) ?? [],
      banks: seen,
      hiddenBanks: Number(row.held) - seen.length,
      manageable: reach === 'managed',
    }
  })
}

/** The banks of each chest, by label; banks outside the caller's scope are another client's, and not named. */
async function banksOfChests(db: Kysely<Tables>, caller: Caller, chestIds: readonly number[]) {
  const lists = new Map<number, { id: number; label: string }[]>()
  if (chestIds.length === 0) return lists
  let query = db
    .selectFrom('bank_chests as bc')
    .innerJoin('banks as b', 'b.id', 'bc.bank_id')
    .select(['bc.chest_id', 'b.id', 'b.label'])
    .where('bc.chest_id', 'in', [...chestIds])
  if (!roleMay(caller.role, 'manageEverything')) {
    query = query.where(sql<boolean>`b.id in (${banksOfUser(caller.id)})`)
  }
  const { compare } = frenchCollator()
  for (const { chest_id: chest, id, label } of await query.execute()) {
    const list = lists.get(chest) ?? []
    list.push({ id, label })
    lists.set(chest, list)
  }
  for (const list of lists.values()) list.sort((one, other) => compare(one.label, other.label))
  return lists
}
