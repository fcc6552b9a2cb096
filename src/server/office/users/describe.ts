import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { users } from '#contract/office/users.ts'
import { userStates } from '#domain/platform/roles.ts'
import { inScope, reachIn, type Scope } from '#server/access/listed.ts'
import { hasReadReleases } from '#server/access/account-rows.ts'
import { blockedAt } from '#server/identity/authentication/lockout.ts'
import { lastRefusals, type LastRefusal } from '#server/identity/directory/refusal-rows.ts'
import type { IdentitySettings } from '#server/identity/settings.ts'
import { prepared, type Params } from '#server/platform/database/compiled.ts'
import { groupAsJson, isAmong, listOf } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { unsentMails } from '#server/platform/mail/unsent.ts'
import type { Caller } from '#server/access/session.ts'

/** The context for a described row. */
export type View = { readonly directories: IdentitySettings['directories']; readonly now: number }
type UserReply = ReplyOf<typeof users.read>

/**
 * Users in the format of the back office lists and in the order of the ids, in six queries regardless of their
 * number. Banks, teams and chests outside the caller's scope are omitted.
 */
export async function describeUsers(
  db: Kysely<Tables>,
  caller: Caller,
  scope: Scope,
  view: View,
  ids: readonly number[],
): Promise<UserReply[]> {
  if (ids.length === 0) return []
  const users = { users: listOf(db, ids) }
  const [rows, banks, teams, onBanks, unsent, refusals] = await Promise.all([
    facts.all(db, users),
    banksOfUsers.all(db, users),
    teamsOfUsers.all(db, users),
    // Without a scope limit, everything is managed.
    scope === null ? [] : banksOfTeams.all(db, users),
    unsentMails(db, ids),
    lastRefusals(db, ids),
  ])
  const ofTeam = new Map(onBanks.map((team) => [team.id, idsIn(team.banks)]))
  const [banksOf, teamsOf] = [
    Map.groupBy(banks, (row) => row.user_id),
    Map.groupBy(teams, (row) => row.user_id),
  ]
  const chests = await chestsSeen(
    db,
    caller,
    scope,
    rows.flatMap((row) => row.last_chest_id ?? []),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const direct = banksOf.get(row.id) ?? []
    const inTeams = teamsOf.get(row.id) ?? []
    const bankIds = [
      ...new Set([...direct.map(({ id }) => id), ...inTeams.flatMap((team) => ofTeam.get(team.id) ?? [])]),
    ]
    const thing = { noun: 'user', id: row.id, madeBy: row.created_by, role: row.role, bankIds } as const
    const reach = reachIn(caller, scope, thing)
    const seen = direct.filter(({ id }) => inScope(scope, id))
    const until = blockedAt(row.blocked_until, view.now)
    return [
      {
        id: row.id,
        login: row.login,
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        role: row.role,
        roles: [row.role],
        type: row.type,
        state: stateOf(row.state_id),
        ad: view.directories.find(({ id }) => id === row.ad_id) ?? null,
        sam_account: row.ad_sam_account,
        last_bank_id: row.last_bank_id !== null && inScope(scope, row.last_bank_id) ? row.last_bank_id : null,
        last_chest_id: chests.has(row.last_chest_id) ? row.last_chest_id : null,
        // Only who manages a user follows their sign-ins.
        lastSignIn:
          (reach === 'managed' || reach === 'self') && row.last_sign_in_at !== null
            ? new Date(row.last_sign_in_at).toISOString()
            : null,
        readFeatures: hasReadReleases(row.read_features),
        qrScanned: row.qr_scanned === 1,
        blocked: until !== null,
        blockedUntil: until === null ? null : new Date(until).toISOString(),
        unsentMail: unsent.get(row.id) ?? null,
        directoryRefusal: reach === 'managed' ? refusalOf(refusals.get(row.id)) : null,
        createAt: new Date(row.created_at).toISOString(),
        banks: seen.map(({ id, label }) => ({ id, label })),
        hiddenBanks: direct.length - seen.length,
        teams: inTeams
          .filter((team) => isSeen(caller, scope, 'team', { ...team, bankIds: ofTeam.get(team.id) ?? [] }))
          .map(({ id, name }) => ({ id, name })),
        manageable: reach === 'managed',
      },
    ]
  })
}

const refusalOf = (last: LastRefusal | undefined): UserReply['directoryRefusal'] =>
  last ? { code: last.code, at: new Date(last.at).toISOString() } : null

const stateOf = (id: number): UserReply['state'] =>
  id === userStates.active
    ? { id: userStates.active, state: 'active' }
    : { id: userStates.inactive, state: 'inactive' }

const facts = prepared((db: Kysely<Tables>, params: Params<{ users: string }>) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.login', 'u.first_name', 'u.last_name', 'u.email', 'u.role', 'u.type', 'u.state_id'])
    .select(['u.ad_id', 'u.ad_sam_account', 'u.read_features', 'u.qr_scanned', 'u.blocked_until'])
    .select(['u.created_at', 'u.created_by', 'u.last_bank_id', 'u.last_chest_id', 'u.last_sign_in_at'])
    .where(isAmong(db, sql.ref('u.id'), sql`${params('users')}`))
    .where('u.deleted_at', 'is', null),
)

/** The banks of users by direct attachment. */
const banksOfUsers = prepared((db: Kysely<Tables>, params: Params<{ users: string }>) =>
  db
    .selectFrom('bank_users as l')
    .innerJoin('banks as b', 'b.id', 'l.bank_id')
    .select(['l.user_id', 'b.id', 'b.label'])
    .where(isAmong(db, sql.ref('l.user_id'), sql`${params('users')}`))
    .orderBy('b.label')
    .orderBy('b.id'),
)

const teamsOfUsers = prepared((db: Kysely<Tables>, params: Params<{ users: string }>) =>
  db
    .selectFrom('team_users as l')
    .innerJoin('teams as t', 't.id', 'l.team_id')
    .select(['l.user_id', 't.id', 't.name', 't.created_by'])
    .where(isAmong(db, sql.ref('l.user_id'), sql`${params('users')}`))
    .orderBy('t.name')
    .orderBy('t.id'),
)

const banksOfTeams = prepared(
  (db: Kysely<Tables>, params: Params<{ users: string }>) => sql<{ id: number; banks: string }>`
    select team_id as id, ${groupAsJson(db, sql`bank_id`)} as banks from bank_teams
     where team_id in (select team_id from team_users where ${isAmong(db, sql`user_id`, sql`${params('users')}`)})
     group by team_id`,
)

const lastChests = prepared((db: Kysely<Tables>, params: Params<{ chests: string }>) =>
  db
    .selectFrom('chests as c')
    .select(['c.id', 'c.created_by'])
    .select(
      sql<string | null>`(
      select ${groupAsJson(db, sql`bc.bank_id`)} from bank_chests bc where bc.chest_id = c.id)`.as('banks'),
    )
    .where(isAmong(db, sql.ref('c.id'), sql`${params('chests')}`))
    .where('c.deleted_at', 'is', null),
)

type Held = { readonly id: number; readonly created_by: number | null; readonly bankIds: readonly number[] }
const idsIn = (banks: string | null) => JSON.parse(banks ?? '[]') as number[]

const isSeen = (
  caller: Caller,
  scope: Scope,
  noun: 'team' | 'chest',
  { id, created_by: madeBy, bankIds }: Held,
): boolean => reachIn(caller, scope, { noun, id, madeBy, role: null, bankIds }) !== 'none'

/** Which of the users' last opened chests the caller may see. */
async function chestsSeen(
  db: Kysely<Tables>,
  caller: Caller,
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlySet<number | null>> {
  if (ids.length === 0) return new Set()
  const rows = await lastChests.all(db, { chests: listOf(db, new Set(ids)) })
  return new Set(
    rows
      .filter((row) => isSeen(caller, scope, 'chest', { ...row, bankIds: idsIn(row.banks) }))
      .map(({ id }) => id),
  )
}
