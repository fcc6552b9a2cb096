import { sql, type Kysely, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { Refusal } from '#domain/platform/refusals.ts'
import { isGenuine, proofColumns, proofOfRow, userProof } from '#server/access/authority.ts'
import { marksIn } from '#server/access/marks.ts'
import { changeMarks, genuineRows, markOf, marksOf } from '#server/access/proved-changes.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { forgetAbsences } from './absence-rows.ts'
import { DirectoryAway } from './away.ts'
import type { EntryKey } from './entries.ts'
import type { HeldGroups } from './groups.ts'
import { forgetRefusal } from './refusal-rows.ts'

const awaySeconds = 10

/** Runs a request to the directory, and logs why it is unavailable. @throws Refusal DIRECTORY_AWAY */
export async function orAway<Result>(log: Pick<Logger, 'warn'>, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof DirectoryAway)) throw error
    // One line told of the pause.
    if (error.reason !== 'paused')
      log.warn({ err: error, reason: error.reason, code: error.code }, 'the directory cannot be asked')
    throw new Refusal('DIRECTORY_AWAY', { retryAfterSeconds: awaySeconds })
  }
}

export type DirectoryAccount = {
  readonly userId: number
  readonly directoryId: number
  /** Null until the first sign-in of an account that was created by hand. */
  readonly key: EntryKey | null
  /** Identifies the person until then: the name that an administrator gave, or the login. */
  readonly name: string
}

/** Whether a directory keeps an account's names and password. */
export async function isKeptByDirectory(db: Kysely<Tables>, userId: number): Promise<boolean> {
  const users = db.selectFrom('users').select('ad_id').where('id', '=', userId)
  return (await users.executeTakeFirstOrThrow()).ad_id !== null
}

/** Returns the directory account of a user; null when no directory keeps their password. */
export async function directoryAccountOf(
  db: Kysely<Tables>,
  userId: number,
): Promise<DirectoryAccount | null> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('directory_links as l', (join) =>
      join.onRef('l.user_id', '=', 'u.id').onRef('l.ad_id', '=', 'u.ad_id'),
    )
    .select([
      'l.entry_key',
      'l.user_mark as link_user_mark',
      'l.mac as link_mac',
      'l.mac_at as link_mac_at',
      ...userProof,
    ])
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.ad_id === null || !isGenuine(db, 'users', row, { id: userId, deleted_at: null }))
    return null
  if (row.entry_key !== null) {
    const { ad_id, entry_key, link_mac: mac, link_mac_at: mac_at } = row
    const link = { user_id: userId, user_mark: row.link_user_mark, ad_id, entry_key, mac, mac_at }
    if (!isGenuine(db, 'directory_links', link, { user_mark: row.mark })) return null
  }
  return { userId, directoryId: row.ad_id, key: row.entry_key, name: row.ad_sam_account ?? row.login }
}

/** Links an account to a person of the directory. @returns false when that person has another account */
export async function linkAccount(
  tx: Transaction<Tables>,
  { userId, directoryId }: Pick<DirectoryAccount, 'userId' | 'directoryId'>,
  key: EntryKey,
  now: number,
): Promise<boolean> {
  const user_mark = await markOf(tx, 'users', userId)
  const proved = { user_id: userId, user_mark, ad_id: directoryId, entry_key: key }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('directory_links')
    .values({ ...proved, ...proofOfRow(tx, 'directory_links', proved, now), linked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Returns when an account was linked to its entry, in milliseconds; it has to be linked. */
export async function linkedAt(db: Kysely<Tables>, userId: number): Promise<number> {
  const links = db.selectFrom('directory_links').select('linked_at').where('user_id', '=', userId)
  return (await links.executeTakeFirstOrThrow()).linked_at
}

/** Whether a person of the directory has an account. */
export async function isLinked(
  db: Kysely<Tables>,
  { directoryId }: Pick<DirectoryAccount, 'directoryId'>,
  key: EntryKey,
): Promise<boolean> {
  const links = db.selectFrom('directory_links').select('user_id').where('ad_id', '=', directoryId)
  return (await links.where('entry_key', '=', key).executeTakeFirst()) !== undefined
}

/** The people of a directory who have an account: by the key of their entry, or by name until the first link. */
export type AccountsOfDirectory = {
  readonly keys: ReadonlySet<EntryKey>
  /** As `accountNameKey` has them. */
  readonly names: ReadonlySet<string>
}

/** Returns a name as directories compare it: in any case, unlike accents. */
export const accountNameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase()

/** Returns the accounts of a directory, its administrators' as well: who makes accounts may know which exist. */
export async function accountsOfDirectory(
  db: Kysely<Tables>,
  directoryId: number,
): Promise<AccountsOfDirectory> {
  const rows = await db
    .selectFrom('users as u')
    .leftJoin('directory_links as l', (join) =>
      join.onRef('l.user_id', '=', 'u.id').onRef('l.ad_id', '=', 'u.ad_id'),
    )
    .select(['l.entry_key', 'u.login', 'u.ad_sam_account'])
    .where('u.ad_id', '=', directoryId)
    .where('u.deleted_at', 'is', null)
    .execute()
  const unlinked = rows.filter((row) => row.entry_key === null)
  return {
    keys: new Set(rows.flatMap((row) => row.entry_key ?? [])),
    names: new Set(unlinked.map((row) => accountNameKey(row.ad_sam_account ?? row.login))),
  }
}

/**
 * Removes the link of an account to a person of a directory, and the memberships that its groups gave.
 * @returns the ids of the teams that were left
 */
export async function unlinkAccount(tx: Transaction<Tables>, userId: number, now: number): Promise<number[]> {
  await tx.deleteFrom('directory_links').where('user_id', '=', userId).execute()
  await forgetRefusal(tx, userId)
  await forgetAbsences(tx, [userId])
  const left = await tx
    .deleteFrom('team_users')
    .where('user_id', '=', userId)
    .where('origin', '=', 'directory')
    .returning('team_id')
    .execute()
  const teamIds = left.map((row) => row.team_id)
  await leaveTeams(tx, userId, teamIds, now)
  return teamIds
}

/** Takes teams out of a user's row, which proves the memberships. */
async function leaveTeams(
  tx: Transaction<Tables>,
  userId: number,
  teamIds: readonly number[],
  now: number,
): Promise<void> {
  if (teamIds.length === 0) return
  const teams = await genuineRows(tx, 'teams', teamIds)
  const remove = [...teams.values()].map(({ mark }) => mark ?? '')
  await changeMarks(tx, 'users', [userId], { list: 'team_marks', remove }, now)
}

export async function mappedGroups(db: Kysely<Tables>, directoryId: number): Promise<Set<EntryKey>> {
  const rows = await db
    .selectFrom('directory_groups')
    .select('entry_key')
    .distinct()
    .where('ad_id', '=', directoryId)
    .execute()
  return new Set(rows.map((row) => row.entry_key))
}

/** The row of `settings` with the last moment at which a list of groups was cut, in milliseconds. */
const cutName = 'directory.groups-cut'
/** For how long the state of the installation shows it, in milliseconds. */
const cutShownMs = 7 * 24 * 3_600_000

/** Stores that the directory did not list all groups of a person. */
export async function noteCut(db: Kysely<Tables>, now: number): Promise<void> {
  const value = String(now)
  await db
    .insertInto('settings')
    .values({ name: cutName, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns when a list of groups was last cut, if that was in the last seven days. */
export async function lastCut(db: Kysely<Tables>, now: number): Promise<number | null> {
  const rows = db.selectFrom('settings').select('value').where('name', '=', cutName)
  const at = Number((await rows.executeTakeFirst())?.value ?? Number.NaN)
  return at <= now && at > now - cutShownMs ? at : null
}

/**
 * Adds a user to the teams mapped to their groups, and removes them from those that only the directory gave. A list that
 * is not whole removes from none.
 */
export async function followGroups(
  tx: Transaction<Tables>,
  { userId, directoryId }: Pick<DirectoryAccount, 'userId' | 'directoryId'>,
  { groups, isWhole }: HeldGroups,
  now: number,
): Promise<{ joined: number[]; left: number[] }> {
  const held = await tx
    .selectFrom('team_users')
    .select(['team_id', 'origin'])
    .where('user_id', '=', userId)
    .execute()
  const isIn = new Set(held.map((row) => row.team_id))
  // A mapping deleted concurrently locks its team, so it is read again after the wait.
  const missing = (await teamsOf(tx, directoryId, groups)).filter((team) => !isIn.has(team))
  await lockRows(tx, 'teams', missing)
  const meant = new Set(await teamsOf(tx, directoryId, groups))
  const joined = missing.filter((team) => meant.has(team))
  const left = held.filter((row) => isWhole && row.origin === 'directory' && !meant.has(row.team_id))
  const rows = joined.map((team) => ({ team_id: team, user_id: userId, origin: 'directory' as const }))
  if (rows.length > 0) {
    const add = marksIn(await marksOf(tx, 'teams', joined))
    await changeMarks(tx, 'users', [userId], { list: 'team_marks', add }, now)
    await tx
      .insertInto('team_users')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const leaving = left.map((row) => row.team_id)
  if (leaving.length > 0) {
    await leaveTeams(tx, userId, leaving, now)
    await tx
      .deleteFrom('team_users')
      .where('user_id', '=', userId)
      .where('team_id', 'in', leaving)
      .where('origin', '=', 'directory')
      .execute()
  }
  return { joined, left: leaving }
}

async function teamsOf(
  tx: Transaction<Tables>,
  directoryId: number,
  groups: ReadonlySet<EntryKey>,
): Promise<number[]> {
  if (groups.size === 0) return []
  const rows = await tx
    .selectFrom('directory_groups')
    .select(proofColumns('directory_groups'))
    .where('ad_id', '=', directoryId)
    .where('entry_key', 'in', [...groups])
    .orderBy('team_id')
    .execute()
  const teams = await genuineRows(
    tx,
    'teams',
    rows.map((row) => row.team_id),
  )
  // A view may have answered the mapping of another group.
  const meant = rows.filter(
    (row) =>
      groups.has(row.entry_key) &&
      isGenuine(tx, 'directory_groups', row, {
        ad_id: directoryId,
        team_mark: teams.get(row.team_id)?.mark ?? null,
      }),
  )
  return [...new Set(meant.map((row) => row.team_id))]
}

export type GroupMapping = {
  readonly id: number
  readonly key: EntryKey
  readonly name: string
  readonly dn: string
  readonly team: { readonly id: number; readonly name: string }
}

/** Returns the mappings that match these values; all of them without values. */
export async function groupMappings(
  db: Kysely<Tables>,
  values: Readonly<Partial<Record<'id' | 'ad_id' | 'entry_key' | 'team_id', number | string>>> = {},
): Promise<GroupMapping[]> {
  const rows = await db
    .selectFrom('directory_groups as g')
    .innerJoin('teams as t', 't.id', 'g.team_id')
    .select(['g.id', 'g.entry_key', 'g.name', 'g.dn', 'g.team_id', 't.name as team'])
    .where((is) =>
      is.and(Object.entries(values).map(([column, value]) => is(sql.ref(`g.${column}`), '=', value))),
    )
    .orderBy('g.id')
    .execute()
  return rows.map(({ id, entry_key: key, name, dn, team_id: teamId, team }) => ({
    id,
    key,
    name,
    dn,
    team: { id: teamId, name: team },
  }))
}
