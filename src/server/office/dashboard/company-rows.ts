import { sql, type Kysely, type RawBuilder } from 'kysely'
import { figureDays, type Indicator } from '#domain/vault/figures.ts'
import { userStates } from '#domain/platform/roles.ts'
import { hasNoFactor } from '#server/access/account-rows.ts'
import type { Scope } from '#server/access/listed.ts'
import { hangingOn, type Noun } from '#server/access/scope.ts'
import { idsOf, listOf, rowsAsJson, rowsIn } from '#server/platform/database/lists.ts'
import type { Flag } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { SummarisedChest } from '#server/vault/summaries/summaries.ts'

export type CompanyChest = SummarisedChest

/** Returns a text that identifies a scope: equal for the same banks, whoever the caller. */
export const nameOfScope = (scope: Scope): string =>
  scope === null ? 'all' : [...scope].toSorted((one, other) => one - other).join(',')

/** Returns the condition that an object is attached to a bank of the scope. */
export const isAttachedIn = (
  db: Kysely<Tables>,
  noun: Exclude<Noun, 'bank'>,
  scope: Scope,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  scope === null
    ? sql<boolean>`1 = 1`
    : sql<boolean>`${id} in (${hangingOn[noun](idsOf(db, sql`${listOf(db, scope)}`))})`

type ChestColumns = [id: number, guardian: Flag, revision: number, keyVersion: number, former: number | null]
const chestColumns = ['id', 'guardian', 'revision', 'key_version', 'former_key_version'] as const

/**
 * Returns the chests of a scope: their number, the ordinary ones, and a text that changes with their state.
 */
export async function chestsIn(
  db: Kysely<Tables>,
  scope: Scope,
): Promise<{ count: number; text: string; chests: readonly CompanyChest[] }> {
  const rows = sql`select ${sql.join(chestColumns.map((name) => sql.ref(`c.${name}`)))} from chests c
    where c.deleted_at is null and ${isAttachedIn(db, 'chest', scope, sql`c.id`)} order by c.id`
  const read = (await rowsAsJson(db, chestColumns, rows).execute(db)).rows[0]
  const chests = rowsIn<ChestColumns>(read)
  return {
    count: chests.length,
    text: read?.rows ?? '',
    chests: chests.flatMap(([id, guardian, revision, keyVersion, formerKeyVersion]) =>
      guardian === 1 ? [] : [{ id, guardian: false, revision, keyVersion, formerKeyVersion, unlock: null }],
    ),
  }
}

type Others = Record<
  Extract<Indicator, 'activeUsers' | 'activeIntervenants' | 'usersWithoutFactor' | 'teams' | 'notas'>,
  number
>

/** Returns the indicators that are not about passwords. */
export async function peopleIn(db: Kysely<Tables>, scope: Scope, today: number): Promise<Others> {
  const isActive = sql`u.deleted_at is null and u.state_id = ${userStates.active}
    and ${isAttachedIn(db, 'user', scope, sql`u.id`)}`
  const { rows } = await sql<Others>`
    select (select count(*) from users u where ${isActive}) as "activeUsers",
           (select count(*) from users u where ${isActive} and u.role = 'ROLE_INTERVENANT') as "activeIntervenants",
           (select count(*) from users u where ${isActive} and ${hasNoFactor}) as "usersWithoutFactor",
           (select count(*) from teams t where ${isAttachedIn(db, 'team', scope, sql`t.id`)}) as "teams",
           (select coalesce(sum(n.nb), 0) from daily_counts n join chests c on c.id = n.of_id
             where n.kind = 'nota' and n.day > ${today - figureDays.comparison} and c.guardian = 0
               and c.deleted_at is null and ${isAttachedIn(db, 'chest', scope, sql`c.id`)}) as "notas"`.execute(
    db,
  )
  const row = rows[0]
  return {
    activeUsers: Number(row?.activeUsers),
    activeIntervenants: Number(row?.activeIntervenants),
    usersWithoutFactor: Number(row?.usersWithoutFactor),
    teams: Number(row?.teams),
    notas: Number(row?.notas),
  }
}
