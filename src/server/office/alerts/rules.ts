import type { Transaction } from 'kysely'
import { alertKindNames, alertKindOf } from '#domain/platform/alert-kinds.ts'
import type { JournalAction } from '#domain/platform/journal-actions.ts'
import { alertLimits } from '#domain/platform/limits.ts'
import { roleMay, roles, type Role } from '#domain/platform/roles.ts'
import type { Raised } from '#server/platform/alerts/raise.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { JournalRow } from '#server/platform/journal/row-proof.ts'
import { siteNetworkOf } from '#server/platform/networks.ts'

/** An entry of the journal with its recorded fields. */
type Entry = JournalRow & { readonly fields: Readonly<Record<string, unknown>> }
type Rule = (tx: Transaction<Tables>, entry: Entry) => Promise<Omit<Raised, 'at' | 'rows'> | null>

/** What raises an alert by one entry; the kinds with `on` need no rule here. */
const rules: { readonly [Action in JournalAction]?: Rule } = {
  'sign-in.done': newNetwork,
  'session.prolonged': newNetwork,
  'export.done': async (_, { actor_id: person, chest_id: chest, fields }) => ({
    kind: 'export',
    person,
    chest,
    figure: Number(fields['items'] ?? 0),
  }),
  'chest.users-attached': async (_, entry) => (namesActor(entry, 'users') ? ownRights(entry) : null),
  'chest.teams-attached': async (tx, entry) =>
    (await isMemberOfOne(tx, entry, textsIn(entry, 'teams').map(Number))) ? ownRights(entry) : null,
  'rights.granted': async (tx, entry) => {
    const before = new Set(textsIn(entry, 'before'))
    if (textsIn(entry, 'rights').every((right) => before.has(right))) return null
    const { user, team } = entry.fields
    const isOwn = typeof team === 'number' ? await isMemberOfOne(tx, entry, [team]) : user === entry.actor_id
    return isOwn ? ownRights(entry) : null
  },
  'team.users-attached': async (_, entry) =>
    namesActor(entry, 'users') ? { kind: 'own-team', person: entry.actor_id } : null,
  'user.created': async (_, entry) => roleGiven(entry, 'ROLE_INTERVENANT'),
  'user.updated': async (_, entry) => roleGiven(entry, entry.fields['roleBefore']),
  'masterkey.wrong': guessedKey,
  'backup.restored': async (_, { fields }) => ({
    kind: 'backup-restored',
    about: String(fields['backup']),
  }),
}

/** The actions that may raise an alert by one entry. */
const watched: ReadonlySet<string> = new Set([
  ...Object.keys(rules),
  ...alertKindNames.flatMap((kind) => alertKindOf(kind).on?.action ?? []),
])

/** Whether an entry may raise an alert by itself. */
export const isWatched = ({ action }: JournalRow): boolean => watched.has(action)

/** Returns the alerts that an entry raises. */
export async function alertsOf(tx: Transaction<Tables>, row: JournalRow): Promise<Raised[]> {
  const raised: Raised[] = alertKindNames.flatMap((kind) => {
    const { on } = alertKindOf(kind)
    const isMeant = on?.action === row.action && (on.refused === undefined || row.outcome === 'refused')
    return isMeant ? [{ kind, at: row.at, person: row.actor_id, chest: row.chest_id, rows: [row.seq] }] : []
  })
  const rule = rules[row.action as JournalAction]
  if (!rule) return raised
  const entry = { ...row, fields: JSON.parse(row.objects) as Record<string, unknown> }
  const found = await rule(tx, entry)
  return found ? [...raised, { ...found, at: row.at, rows: [row.seq] }] : raised
}

const textsIn = ({ fields }: Entry, field: string): string[] => {
  const value = fields[field]
  return Array.isArray(value) ? value.map(String) : []
}

const namesActor = (entry: Entry, field: string): boolean =>
  entry.actor_id !== null && textsIn(entry, field).includes(String(entry.actor_id))

const ownRights = ({ actor_id: person, chest_id: chest }: Entry) =>
  ({ kind: 'own-rights', person, chest }) as const

/** Whether the actor of an entry was in one of some teams: they are, or have left it since. */
async function isMemberOfOne(
  tx: Transaction<Tables>,
  { seq, actor_id: actor }: Entry,
  teams: readonly number[],
): Promise<boolean> {
  if (actor === null || teams.length === 0) return false
  const member = await tx
    .selectFrom('team_users')
    .select('team_id')
    .where('user_id', '=', actor)
    .where('team_id', 'in', [...teams])
    .limit(1)
    .executeTakeFirst()
  if (member) return true
  const departures = await tx
    .selectFrom('journal')
    .select('objects')
    .where('action', '=', 'team.users-detached')
    .where('seq', '>', seq)
    .execute()
  return departures.some(({ objects }) => {
    const { team, users } = JSON.parse(objects) as { team: number; users: readonly string[] }
    return teams.includes(team) && users.includes(String(actor))
  })
}

/** A role that administers, above the one before. */
function roleGiven({ fields }: Entry, before: unknown) {
  const { user, role } = fields
  const isRaised = isRole(role) && isRole(before) && roles[role].rank > roles[before].rank
  return isRaised && typeof user === 'number' ? ({ kind: 'role-given', person: user } as const) : null
}

const isRole = (value: unknown): value is Role => typeof value === 'string' && value in roles

/** A sign-in of an administrator from a network of which no sign-in of theirs is known; not their very first one. */
async function newNetwork(tx: Transaction<Tables>, { at, ip, actor_id: user }: Entry): ReturnType<Rule> {
  const network = siteNetworkOf(ip)
  if (user === null || network === null) return null
  const places = await tx
    .selectFrom('sign_in_places')
    .select(['network', 'last_at'])
    .where('user_id', '=', user)
    .execute()
  await tx
    .insertInto('sign_in_places')
    .values({ user_id: user, network, last_at: at })
    .onConflict((known) =>
      known
        .columns(['user_id', 'network'])
        .doUpdateSet({ last_at: at })
        .where('sign_in_places.last_at', '<', at),
    )
    .execute()
  const isKnown = places.some(
    (place) => place.network === network && place.last_at > at - alertLimits.knownNetworkMs,
  )
  if (isKnown || places.length === 0) return null
  const { role } =
    (await tx.selectFrom('users').select('role').where('id', '=', user).executeTakeFirst()) ?? {}
  const administers = role !== undefined && roleMay(role, 'openBackOffice')
  return administers ? { kind: 'new-network', person: user, about: network } : null
}

/** The last try, which ended the session; or too many tries within a day, whatever the sessions and the people. */
async function guessedKey(
  tx: Transaction<Tables>,
  { seq, at, actor_id: person, chest_id: chest, fields }: Entry,
): ReturnType<Rule> {
  const guessed = { kind: 'master-key-guessed', person, chest } as const
  if (fields['triesLeft'] === 0) return guessed
  const tries = await tx
    .selectFrom('journal')
    .select('at')
    .where('action', '=', 'masterkey.wrong')
    .where('chest_id', '=', chest)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .limit(alertLimits.wrongKeys)
    .execute()
  const oldest = tries.at(-1)
  const isMany = tries.length === alertLimits.wrongKeys && oldest !== undefined
  return isMany && oldest.at > at - alertLimits.wrongKeysMs ? guessed : null
}
