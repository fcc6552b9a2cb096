import { sql } from 'kysely'
import type { teams } from '#contract/office/teams.ts'
import type { BodyOf } from '#contract/platform/endpoint.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { callerNow, requireAllSeen } from '#server/access/members.ts'
import { requireManaged } from '#server/access/scope.ts'
import type { By, Creator } from '#server/access/session.ts'
import { readText } from '#server/vault/contents/values.ts'
import { readPattern } from '#server/platform/http/patterns.ts'
import { lockCurrentBank } from '#server/access/current-bank.ts'
import { proofOfRow } from '#server/access/authority.ts'
import { newMark } from '#server/access/marks.ts'
import { changeMarks, markOf, marksOf } from '#server/access/proved-changes.ts'
import { lockLinks, lockTeam } from '#server/access/row-locks.ts'
import { nextNumber } from '#server/access/numbers.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'

type ChangeDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'>

const readName = (name: string, at: string, stored?: string): string =>
  readPattern(at, 'REGEX_NAME', name, stored)

/** Creates a team, in the caller's current bank if one is set. @returns its id */
export function createTeam(
  { clock, journal }: Pick<ChangeDeps, 'clock' | 'journal'>,
  { actor, origin, once }: Creator,
  body: BodyOf<typeof teams.create>,
): Promise<number> {
  const texts = { name: readName(body.name, 'name'), description: readText('description', body.description) }
  return once(async (tx) => {
    const { role } = await callerNow(tx, actor)
    if (!roleMay(role, 'openBackOffice')) throw new Refusal('ROLE_REQUIRED')
    const bank = await lockCurrentBank(tx, { ...actor, role })
    const now = clock()
    const id = await nextNumber(tx, 'teams')
    const bank_marks = await marksOf(tx, 'banks', bank ? [bank.id] : [])
    const proved = { id, mark: newMark(), bank_marks, created_by: actor.id }
    const row = { ...texts, ...proved, ...proofOfRow(tx, 'teams', proved, now), created_at: now }
    await tx.insertInto('teams').values(row).execute()
    if (bank) await tx.insertInto('bank_teams').values({ bank_id: bank.id, team_id: id }).execute()
    const objects = { team: id, bank: bank?.id ?? null }
    await journal.record(tx, actor, origin, { action: 'team.created', objects })
    return id
  })
}

export function updateTeam(
  { db, journal }: ChangeDeps,
  { actor, origin }: By,
  id: number,
  { name, description }: BodyOf<typeof teams.update>['update'],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockTeam(tx, id)
    await requireManaged(tx, actor, 'team', id)
    const columns = tx.selectFrom('teams').select(['name', 'description'])
    const before = await columns.where('id', '=', id).executeTakeFirstOrThrow()
    // What is stored already is not judged again.
    const changes = {
      ...(name === undefined ? {} : { name: readName(name, 'update/name', before.name) }),
      ...(description === undefined
        ? {}
        : { description: readText('description', description, 'update/description', before.description) }),
    }
    const names = Object.keys(changes) as (keyof typeof before)[]
    const fields = names.filter((field) => changes[field] !== before[field])
    if (fields.length === 0) return
    await tx.updateTable('teams').set(changes).where('id', '=', id).execute()
    await journal.record(tx, actor, origin, { action: 'team.updated', objects: { team: id, fields } })
  })
}

/** Deletes a team with its grants and its links. */
export function removeTeam(
  { db, clock, journal }: ChangeDeps,
  { actor, origin }: By,
  id: number,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'removal')
    const members = () => tx.selectFrom('team_users').select('user_id').where('team_id', '=', id).execute()
    await lockRows(tx, 'users', userIdsOf(await members()))
    await lockTeam(tx, id, 'removal')
    await requireManaged(tx, actor, 'team', id)
    const marks = { list: 'team_marks', remove: [await markOf(tx, 'teams', id)] } as const
    // Read again: some may have joined while the team was waited for.
    await changeMarks(tx, 'users', userIdsOf(await members()), marks, clock())
    const { name } = await tx
      .selectFrom('teams')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const on = await tx.selectFrom('bank_teams').select('bank_id').where('team_id', '=', id).execute()
    const banks = on.map((link) => String(link.bank_id))
    for (const links of ['chest_team_rights', 'team_users', 'bank_teams'] as const) {
      await tx.deleteFrom(links).where('team_id', '=', id).execute()
    }
    await tx.deleteFrom('teams').where('id', '=', id).execute()
    await journal.record(tx, actor, origin, { action: 'team.deleted', objects: { team: id, name, banks } })
  })
}

/**
 * Attaches users to a team, all or none. The directory no longer removes an existing member.
 * @throws Refusal USER_NOT_FOUND when a user is outside the caller's scope
 */
export function attachUsers(
  { db, clock, journal }: ChangeDeps,
  { actor, origin }: By,
  id: number,
  userIds: readonly number[],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'change')
    await lockRows(tx, 'users', userIds)
    await lockTeam(tx, id)
    await requireManaged(tx, actor, 'team', id)
    await requireAllSeen(tx, actor, 'user', userIds)
    const marks = { list: 'team_marks', add: [await markOf(tx, 'teams', id)] } as const
    await changeMarks(tx, 'users', userIds, marks, clock())
    const { rows } = await sql<{ user_id: number }>`
      insert into team_users (team_id, user_id)
      values ${sql.join(userIds.map((userId) => sql`(${id}, ${userId})`))}
      on conflict (user_id, team_id) do update set origin = 'manual' where team_users.origin <> 'manual'
      returning user_id`.execute(tx)
    if (rows.length === 0) return
    const objects = { team: id, users: rows.map((row) => String(row.user_id)) }
    await journal.record(tx, actor, origin, { action: 'team.users-attached', objects })
  })
}

/** Detaches users from a team; ids of non-members are ignored. */
export function detachUsers(
  { db, clock, journal }: ChangeDeps,
  { actor, origin }: By,
  id: number,
  userIds: readonly number[],
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await lockLinks(tx, 'change')
    await lockRows(tx, 'users', userIds)
    await lockTeam(tx, id)
    await requireManaged(tx, actor, 'team', id)
    const marks = { list: 'team_marks', remove: [await markOf(tx, 'teams', id)] } as const
    await changeMarks(tx, 'users', userIds, marks, clock())
    const rows = await tx
      .deleteFrom('team_users')
      .where('team_id', '=', id)
      .where('user_id', 'in', [...userIds])
      .returning('user_id')
      .execute()
    if (rows.length === 0) return
    const objects = { team: id, users: rows.map((row) => String(row.user_id)) }
    await journal.record(tx, actor, origin, { action: 'team.users-detached', objects })
  })
}

const userIdsOf = (rows: readonly { user_id: number }[]): number[] => rows.map((row) => row.user_id)
