import { sql, type Kysely, type RawBuilder } from 'kysely'
import { noRights, unionOfGrants, type Rights } from '#domain/platform/rights.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import type { GrantFlags } from '#server/platform/database/chest-tables.ts'
import { isAmong, listOf, rowsAsJson } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { genuineUser } from './account-rows.ts'
import { isGenuine, proofColumns } from './authority.ts'
import { marksIn } from './marks.ts'
import { genuineRows } from './proved-changes.ts'
import type { ProvedFields, StoredProof } from './proved-rows.ts'

// The rule of `sharing.ts` over rows that the server wrote, and over the lists of marks that they prove. The tables of links
// only lead to the rows: a link that somebody inserts or deletes changes nothing here.

type Stored<Table extends 'users' | 'teams' | 'banks' | 'chests'> = ProvedFields<Table> & StoredProof

/** A grant on a chest as it is stored: a user's own, or a team's. */
type StoredGrant = GrantFlags &
  StoredProof & {
    readonly chest_id: number
    readonly chest_mark: string | null
    /** The user or the team, and its mark. */
    readonly holder_id: number
    readonly holder_mark: string | null
    readonly is_team: number
  }

/** Returns a grant row's flags as rights. */
export const rightsOf = (row: GrantFlags): Rights => ({
  read: row.can_read === 1,
  create: row.can_create === 1,
  update: row.can_update === 1,
  delete: row.can_delete === 1,
  export: row.can_export === 1,
})

/** The columns of `StoredGrant`, in the order of `grantsTo`. */
const grantColumns = [
  'chest_id',
  'chest_mark',
  'holder_id',
  'holder_mark',
  'is_team',
  'can_read',
  'can_create',
  'can_update',
  'can_delete',
  'can_export',
  'mac',
  'mac_at',
] as const satisfies readonly (keyof StoredGrant)[]

const flags = sql`r.can_read, r.can_create, r.can_update, r.can_delete, r.can_export, r.mac, r.mac_at`

/** Returns a select of a user's grants and those of the user's teams, on the chests of a condition on `r.chest_id`. */
const grantsTo = (user: number, isAsked: RawBuilder<boolean>) => sql<StoredGrant>`
  select r.chest_id, r.chest_mark, r.user_id as holder_id, r.user_mark as holder_mark, 0 as is_team, ${flags}
    from chest_user_rights r where r.user_id = ${user} and ${isAsked}
  union all
  select r.chest_id, r.chest_mark, r.team_id, r.team_mark, 1, ${flags}
    from team_users m join chest_team_rights r on r.team_id = m.team_id
   where m.user_id = ${user} and ${isAsked}`

/** Reads rows of a list that was read as one JSON text. */
const rowsFrom = <Row extends object>(columns: readonly string[], text: string | null): Row[] =>
  text === null
    ? []
    : (JSON.parse(text) as unknown[][]).map((values) => rowOf<Row>(columns, (at) => values[at]))

/** Returns a row of values, each by its place: at each request, where building entries first takes twice as long. */
function rowOf<Row extends object>(columns: readonly string[], valueAt: (place: number) => unknown): Row {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = valueAt(at)
  return row as Row
}

const userColumns = proofColumns('users')
const prefixedColumns = userColumns.map((column) => `u_${column}` as const)
const bankColumns = proofColumns('banks')
const teamColumns = proofColumns('teams')

/**
 * Returns the columns of a query with a chest `c` and a user `u` from which `rightsIn` decides: one row then holds all that
 * decides, of one moment.
 */
export const evidenceColumns = (db: Kysely<Tables>, user: number) => sql`
  ${sql.join(proofColumns('chests').map((column) => sql.ref(`c.${column}`)))},
  ${sql.join(userColumns.map((column) => sql`${sql.ref(`u.${column}`)} as ${sql.ref(`u_${column}`)}`))},
  (${rowsAsJson(db, grantColumns, grantsTo(user, sql`r.chest_id = c.id`))}) as grants,
  case when c.bank_marks = '' then null else
    (${rowsAsJson(db, bankColumns, sql`select ${sql.join(bankColumns.map((column) => sql.ref(`b.${column}`)))} from bank_chests l join banks b on b.id = l.bank_id where l.chest_id = c.id`)})
  end as banks,
  case when c.bank_marks = '' or u.team_marks = '' then null else
    (${rowsAsJson(db, teamColumns, sql`select ${sql.join(teamColumns.map((column) => sql.ref(`t.${column}`)))} from team_users m join teams t on t.id = m.team_id where m.user_id = u.id`)})
  end as teams`

/** A row of `evidenceColumns`. */
export type EvidenceRow = Stored<'chests'> & {
  readonly [Column in (typeof userColumns)[number] as `u_${Column}`]: Stored<'users'>[Column]
} & { readonly grants: string | null; readonly banks: string | null; readonly teams: string | null }

/** Returns the rights of a user on a chest that is not deleted; none when the server did not write what they depend on. */
export function rightsIn(db: Kysely<Tables>, userId: number, row: EvidenceRow): Rights {
  const user = rowOf<Stored<'users'>>(userColumns, (at) => row[prefixedColumns[at] ?? 'u_id'])
  if (!isGenuine(db, 'users', user, { id: userId })) return noRights
  if (!isGenuine(db, 'chests', row, { deleted_at: null })) return noRights
  return provedRights(db, {
    user,
    chest: row,
    grants: rowsFrom<StoredGrant>(grantColumns, row.grants),
    banks: () => rowsFrom<Stored<'banks'>>(bankColumns, row.banks),
    teams: () => rowsFrom<Stored<'teams'>>(teamColumns, row.teams),
  })
}

/** Whether the server wrote a grant, for this chest and this holder. */
function isGranted(
  db: Kysely<Tables>,
  grant: StoredGrant,
  chest: ProvedFields<'chests'>,
  user: ProvedFields<'users'>,
): boolean {
  const { holder_id: id, holder_mark: mark } = grant
  const there = { chest_id: chest.id, chest_mark: chest.mark }
  if (grant.is_team === 0) {
    const row = { ...grant, user_id: id, user_mark: mark }
    return isGenuine(db, 'chest_user_rights', row, { ...there, user_id: user.id, user_mark: user.mark })
  }
  if (!isGenuine(db, 'chest_team_rights', { ...grant, team_id: id, team_mark: mark }, there)) return false
  // The row of a membership may be somebody else's.
  return mark !== null && marksIn(user.team_marks).includes(mark)
}

/** The marks of a user's banks, and whether all of the user's teams were there to tell theirs. */
export type UserBanks = { readonly marks: ReadonlySet<string>; readonly isWhole: boolean }

/** Returns the banks that a user is on, directly or by a team; teams that the server did not write give none. */
export function banksOfMember(
  db: Kysely<Tables>,
  user: ProvedFields<'users'>,
  teams: readonly Stored<'teams'>[],
): UserBanks {
  const left = new Set(marksIn(user.team_marks))
  const marks = new Set(marksIn(user.bank_marks))
  for (const team of teams)
    if (left.has(team.mark ?? '') && isGenuine(db, 'teams', team, {})) {
      left.delete(team.mark ?? '')
      for (const bank of marksIn(team.bank_marks)) marks.add(bank)
    }
  return { marks, isWhole: left.size === 0 }
}

/** What decides about a user's rights on one chest. The banks are those of the chest, the teams those of the user. */
type Evidence = {
  readonly user: ProvedFields<'users'>
  readonly chest: ProvedFields<'chests'>
  readonly grants: readonly StoredGrant[]
  readonly banks: () => readonly Stored<'banks'>[]
  readonly teams: () => readonly Stored<'teams'>[]
}

/** Returns a user's rights on a chest, by rows that the server wrote alone; the user's and the chest's own are verified. */
function provedRights(db: Kysely<Tables>, { user, chest, grants, banks, teams }: Evidence): Rights {
  const counting = grants.filter((grant) => isGranted(db, grant, chest, user))
  const rights = unionOfGrants(counting.map(rightsOf))
  if (!rights.read || chest.bank_marks === '') return rights
  const attached = new Set(marksIn(chest.bank_marks))
  const active = banks().filter(
    (bank) => bank.active === 1 && attached.has(bank.mark ?? '') && isGenuine(db, 'banks', bank, {}),
  )
  const own = new Set(marksIn(user.bank_marks))
  if (active.some(({ mark }) => own.has(mark ?? ''))) return rights
  const { marks } = banksOfMember(db, user, teams())
  return active.some(({ mark }) => marks.has(mark ?? '')) ? rights : noRights
}

type Asked = { user: number; chests: string }

const grantsAmong = prepared((db: Kysely<Tables>, params: Params<Asked>) =>
  grantsTo(params('user'), isAmong(db, sql`r.chest_id`, sql`${params('chests')}`)),
)

const banksAmong = prepared((db: Kysely<Tables>, params: Params<{ chests: string }>) =>
  db
    .selectFrom('banks as b')
    .select(bankColumns.map((column) => `b.${column}` as const))
    .where(
      'b.id',
      'in',
      db
        .selectFrom('bank_chests')
        .select('bank_id')
        .where(isAmong(db, sql`chest_id`, sql`${params('chests')}`)),
    ),
)

const teamsOfUser = prepared((db: Kysely<Tables>, params: Params<{ user: number }>) =>
  db
    .selectFrom('teams as t')
    .innerJoin('team_users as m', 'm.team_id', 't.id')
    .select(teamColumns.map((column) => `t.${column}` as const))
    .where('m.user_id', '=', params('user')),
)

/** Returns the teams that the rows say a user is a member of; `banksOfMember` verifies them. */
export const teamsAround = (db: Kysely<Tables>, userId: number): Promise<Stored<'teams'>[]> =>
  teamsOfUser.all(db, { user: userId })

/** Returns a user's rights on those of some chests that they may read, by chest; deleted chests are left out. */
export async function rightsAmong(
  db: Kysely<Tables>,
  userId: number,
  chestIds: readonly number[],
): Promise<Map<number, Rights>> {
  const found = new Map<number, Rights>()
  if (chestIds.length === 0) return found
  const chests = listOf(db, chestIds)
  const [user, rows, grants, banks, teams] = await Promise.all([
    genuineUser(db, userId),
    genuineRows(db, 'chests', chestIds),
    grantsAmong.all(db, { user: userId, chests }),
    banksAmong.all(db, { chests }),
    teamsAround(db, userId),
  ])
  if (!user) return found
  const byChest = Map.groupBy(grants, ({ chest_id }) => chest_id)
  for (const [id, chest] of rows) {
    if (chest.deleted_at !== null) continue
    const rights = provedRights(db, {
      user,
      chest,
      grants: byChest.get(id) ?? [],
      banks: () => banks,
      teams: () => teams,
    })
    if (rights.read) found.set(id, rights)
  }
  return found
}
