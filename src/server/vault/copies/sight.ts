import { sql, type Kysely } from 'kysely'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import type { copies } from '#contract/vault/copies.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { byPerson, personOf } from '#server/access/attached.ts'
import { grantsOf } from '#server/access/sharing.ts'
import { dormantReason, waysTo } from '#server/access/ways.ts'
import type { Tables } from '#server/platform/database/tables.ts'

type Sight = ReplyOf<typeof copies.sight>
type Reader = ReturnType<typeof personOf>

/** The people who may read a chest, and the teams through which some of them do. */
type Readers = {
  readonly people: ReadonlyMap<number, Reader>
  /** The names of teams, and their members who read the chest by them. */
  readonly teams: ReadonlyMap<number, { readonly name: string; readonly members: ReadonlySet<number> }>
}

/**
 * Returns who would gain and who would lose sight of content that goes from one chest to another. The caller reads both, so
 * everybody who shares them may be named.
 */
export async function sightOf(db: Kysely<Tables>, from: number, to: number): Promise<Sight> {
  const { banksOf } = await waysTo(db, [from, to])
  const [source, target] = [await readersOf(db, from, banksOf(from)), await readersOf(db, to, banksOf(to))]
  return { gains: beyond(target, source), loses: beyond(source, target) }
}

async function readersOf(
  db: Kysely<Tables>,
  chestId: number,
  banks: Parameters<typeof dormantReason>[0],
): Promise<Readers> {
  const { rows } = await sql<{
    id: number
    login: string
    first_name: string
    last_name: string
    state_id: number
    team_id: number | null
    team_name: string | null
  }>`
    select u.id, u.login, u.first_name, u.last_name, u.state_id, g.team_id, t.name as team_name
      from (${grantsOf({ chest: chestId })}) as g join users u on u.id = g.user_id and u.deleted_at is null
      left join teams t on t.id = g.team_id
     where g.can_read = 1`.execute(db)
  const people = new Map<number, Reader>()
  const teams = new Map<number, { name: string; members: Set<number> }>()
  for (const row of rows) {
    if (dormantReason(banks, ({ users }) => users.has(row.id), row.state_id) !== null) continue
    people.set(row.id, personOf(row))
    if (row.team_id === null) continue
    const team = teams.get(row.team_id) ?? { name: row.team_name ?? '', members: new Set() }
    teams.set(row.team_id, team)
    team.members.add(row.id)
  }
  return { people, teams }
}

/** Returns those who read one chest and not the other: teams of which nobody reads the other, then the rest by name. */
function beyond({ people, teams }: Readers, others: Readers): Sight['gains'] {
  const { compare } = frenchCollator()
  const isBeyond = (id: number): boolean => !others.people.has(id)
  const whole = [...teams].filter(([, { members }]) => [...members].every(isBeyond))
  const inTeams = new Set(whole.flatMap(([, { members }]) => [...members]))
  const found = [...people.values()].filter(({ id }) => isBeyond(id))
  return {
    teams: whole
      .map(([id, { name, members }]) => ({ id, name, people: members.size }))
      .toSorted((one, other) => compare(one.name, other.name)),
    people: found.filter(({ id }) => !inTeams.has(id)).toSorted(byPerson()),
    count: found.length,
  }
}
