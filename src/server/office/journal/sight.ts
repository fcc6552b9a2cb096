import { sql, type Kysely, type RawBuilder } from 'kysely'
import { namedIn, type NamedIds, type NamedKind } from '#domain/platform/journal-objects.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { readableAmong } from '#server/access/locate.ts'
import { banksOfUser, isVisible } from '#server/access/scope.ts'
import type { Caller } from '#server/access/session.ts'
import { idsAsJson } from '#server/platform/database/lists.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalRow } from '#server/platform/journal/row-proof.ts'

type Ids = ReadonlySet<number>

/** What a reader of the journal sees; null for who sees everything. */
export type Sight = {
  readonly caller: number
  /** Deleted ones included, until they are destroyed. */
  readonly chests: Ids
  /** Those of them that banks out of scope share, and that the caller cannot read: people in them stay unnamed. */
  readonly guarded: Ids
  readonly people: Ids
  readonly teams: Ids
  readonly banks: Ids
  /** Whether this is the journal of one chest, read by somebody who knows its people. */
  readonly isOfChest: boolean
} | null

async function idsIn(db: Kysely<Tables>, rows: RawBuilder<unknown>): Promise<Set<number>> {
  const read = await sql<{ ids: string }>`select ${idsAsJson(db, rows)} as ids`.execute(db)
  return new Set(JSON.parse(read.rows[0]?.ids ?? '[]') as number[])
}

/** Reads what a caller of the back offices sees in the journal: their scope, as it is now. */
export async function sightOf(db: Kysely<Tables>, caller: Caller): Promise<Sight> {
  if (roleMay(caller.role, 'manageEverything')) return null
  const id = sql.ref('t.id')
  const seen = (noun: 'chest' | 'user' | 'team' | 'bank', madeBy: RawBuilder<unknown>) =>
    idsIn(db, sql`select t.id from ${sql.table(`${noun}s`)} t where ${isVisible(noun, caller, id, madeBy)}`)
  const madeBy = sql.ref('t.created_by')
  const [chests, people, teams, banks, shared] = await Promise.all([
    seen('chest', madeBy),
    seen('user', madeBy),
    seen('team', madeBy),
    seen('bank', sql`null`),
    idsIn(
      db,
      sql`select distinct chest_id as id from bank_chests where bank_id not in (${banksOfUser(caller.id)})`,
    ),
  ])
  const foreign = [...shared].filter((chest) => chests.has(chest))
  const readable = foreign.length === 0 ? new Set() : await readableAmong(db, caller.id, foreign)
  const guarded = new Set(foreign.filter((chest) => !readable.has(chest)))
  return { caller: caller.id, chests, guarded, people, teams, banks, isOfChest: false }
}

/** Returns what somebody who holds all rights on a chest sees in its own journal: who reads it knows its people. */
export async function sightOfChest(db: Kysely<Tables>, caller: Caller, chest: number): Promise<Sight> {
  const [banks, people] = await Promise.all([
    idsIn(db, sql`select bank_id as id from (${banksOfUser(caller.id)}) as own`),
    idsIn(
      db,
      sql`select user_id as id from chest_user_rights where chest_id = ${chest}
        union select tu.user_id from chest_team_rights g join team_users tu on tu.team_id = g.team_id
         where g.chest_id = ${chest}`,
    ),
  ])
  return {
    caller: caller.id,
    chests: new Set([chest]),
    guarded: new Set(),
    people,
    teams: new Set(),
    banks,
    isOfChest: true,
  }
}

/** A row as a reader sees it. */
export type SeenRow = Omit<JournalRow, 'objects'> & {
  readonly objects: Readonly<Record<string, unknown>>
  readonly named: NamedIds
  /** Whether the actor, and the place that they acted from, are hidden. */
  readonly isHidden: boolean
  /** Returns whether the reader may see the name of something that the row names. */
  readonly mayName: (kind: Exclude<NamedKind, 'item' | 'folder'>, id: number) => boolean
  readonly mayNameChest: boolean
}

/**
 * Returns a row as a reader sees it; null when it is out of sight. A row of a chest is seen with the chest. Another one is
 * seen with a user, a team or a bank that it names; if it names none, with its actor. Own actions are always seen.
 */
export function seenRow(sight: Sight, { objects: text, ...row }: JournalRow): SeenRow | null {
  const objects = JSON.parse(text) as Record<string, unknown>
  const named = namedIn(objects)
  if (sight === null)
    return { ...row, objects, named, isHidden: false, mayName: () => true, mayNameChest: true }
  const { actor_id: actor, chest_id: chest } = row
  const isOwn = actor === sight.caller
  const isChestSeen = chest !== null && sight.chests.has(chest)
  if (!isOwn && !(chest === null ? isNamedInSight(sight, named, actor) : isChestSeen)) return null
  const isOpen = isChestSeen && !sight.guarded.has(chest)
  // What was deleted in a bank of theirs is in no scope any more; the event names that bank.
  const isGoneFromSight =
    ['user.deleted', 'team.deleted'].includes(row.action) && named.bank.some((id) => sight.banks.has(id))
  const mayName: SeenRow['mayName'] = (kind, id) => {
    if (kind === 'bank') return sight.banks.has(id)
    if (isGoneFromSight && named[kind].includes(id)) return true
    if (kind === 'team') return isOpen || sight.teams.has(id)
    return isOpen || id === sight.caller || sight.people.has(id)
  }
  // Whoever was refused at a chest is no reader of it.
  const isKnown = (id: number) =>
    row.action === 'access.refused' ? id === sight.caller || sight.people.has(id) : mayName('user', id)
  const isHidden = actor !== null && !isKnown(actor)
  const masked = isHidden ? { actor_id: null, actor_name: null, session_id: null, ip: '' } : {}
  return { ...row, ...masked, objects, named, isHidden, mayName, mayNameChest: isChestSeen }
}

function isNamedInSight(
  { people, teams, banks }: NonNullable<Sight>,
  { user, team, bank }: NamedIds,
  actor: number | null,
): boolean {
  if (user.length + team.length + bank.length === 0) return actor !== null && people.has(actor)
  return (
    user.some((id) => people.has(id)) || team.some((id) => teams.has(id)) || bank.some((id) => banks.has(id))
  )
}
