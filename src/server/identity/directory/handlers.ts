import type { Kysely, Transaction } from 'kysely'
import type { directory } from '#contract/identity/directory.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { absenceLimits } from '#domain/identity/directory-absences.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { elapsedSince } from '#domain/platform/moments.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { roleMay } from '#domain/platform/roles.ts'
import { directoryTexts } from '#texts/identity/directory.ts'
import { callerNow } from '#server/access/members.ts'
import { requireManaged } from '#server/access/scope.ts'
import type { Actor } from '#server/access/session.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Handlers } from '#server/access/handler.ts'
import { orBusy } from '#server/platform/http/busy.ts'
import { proofOfRow } from '#server/access/authority.ts'
import { changeMarks, markOf } from '#server/access/proved-changes.ts'
import { lockRows } from '#server/platform/database/lock-rows.ts'
import { lockTeam } from '#server/access/row-locks.ts'
import { countAbsent, listAbsent } from './absence-rows.ts'
import type { Directory } from './directory.ts'
import { groupMappings, orAway, type GroupMapping } from './directory-rows.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { DirectoryAway } from './away.ts'
import { countLinked, lastAnswers } from './last-answers.ts'
import { primaryGroups, storePrimary } from './primary-group-rows.ts'
import { endPause, pauseOf } from './service-account.ts'
import type { DirectorySettings } from './settings.ts'

type DirectoryDeps = Pick<IdentityDeps, 'config' | 'db' | 'clock' | 'journal' | 'keys' | 'log'> & {
  readonly directory: Directory | null
}

const momentOf = (at: number): string => new Date(at).toISOString()

/** The handlers of the directory's state, and those that map the directory's groups to teams. */
export const directoryHandlers = (deps: DirectoryDeps): Handlers<typeof directory> => {
  const { db, clock, journal, log } = deps
  const { compare } = frenchCollator()
  const ask = <Result>(question: (of: Directory) => Promise<Result>): Promise<Result> => {
    const { directory: ours } = deps
    if (ours === null) throw new Refusal('DIRECTORY_UNKNOWN')
    return orAway(log, () => orBusy(() => question(ours)))
  }

  const settingsOf = (): DirectorySettings => {
    const { directory: settings } = deps.config
    if (settings === null) throw new Refusal('DIRECTORY_UNKNOWN')
    return settings
  }

  /** Returns mappings as the page shows them. */
  const linesOf = async (of: Kysely<Tables>, mappings: readonly GroupMapping[]) => {
    const primary = deps.config.directory?.countsPrimaryGroup ? new Set() : await primaryGroups(of)
    return mappings.map(({ key, ...line }) => ({ ...line, isUncounted: primary.has(key) }))
  }

  return {
    state: async () => {
      const settings = settingsOf()
      const [pause, { success, failure }, counted, absent] = await Promise.all([
        pauseOf(deps, settings),
        lastAnswers(db),
        countLinked(db, settings.id),
        countAbsent(db, settings.id),
      ])
      return {
        name: settings.name,
        server: `${settings.host}:${settings.port}`,
        lastSuccess: success && {
          at: momentOf(success.at),
          certificateExpiresAt: momentOf(success.certificateExpiresAt),
        },
        lastFailure: failure && { ...failure, at: momentOf(failure.at) },
        ...counted,
        absent,
        pause: pause && { since: momentOf(pause.since), until: momentOf(pause.until), code: pause.code },
      }
    },

    absent: async () => {
      const found = await listAbsent(db, settingsOf().id)
      const now = clock()
      return found.map(({ userId, since, ...account }) => ({
        ...account,
        id: userId,
        since: momentOf(since),
        isLong: elapsedSince(since, now) >= absenceLimits.listedAfterMs,
      }))
    },

    tryAccount: async ({ actor, origin }) => {
      const settings = settingsOf()
      const { directory: ours } = deps
      if (ours === null) throw new Refusal('DIRECTORY_UNKNOWN')
      await db.transaction().execute(async (tx) => {
        await requireChief(tx, actor)
        await endPause(tx, clock())
        const objects = { directory: settings.id }
        await journal.record(tx, actor, origin, { action: 'directory.account-tried', objects })
      })
      try {
        await orBusy(() => ours.tryAccount())
        return { accepted: true, code: null }
      } catch (error) {
        if (!(error instanceof DirectoryAway)) throw error
        log.warn({ err: error, reason: error.reason, code: error.code }, 'the directory cannot be asked')
        return { accepted: false, code: error.code }
      }
    },

    groups: async () => {
      const lines = await linesOf(db, await groupMappings(db))
      return lines.toSorted((a, b) => compare(a.name, b.name) || compare(a.team.name, b.team.name))
    },

    searchGroups: async ({ query }) => {
      const found = await ask((of) => of.findGroups((query.search ?? '').trim()))
      return found.toSorted((a, b) => compare(a.name, b.name)).map(({ dn, name }) => ({ dn, name }))
    },

    // The directory is queried before the transaction, since it may be slow.
    addGroup: async ({ actor, body, origin }): Promise<ReplyOf<typeof directory.addGroup>> => {
      const { directoryId, group } = await ask(async (of) => ({
        directoryId: of.id,
        group: await of.readGroup(body.dn),
      }))
      if (group === null) throw new Refusal('DIRECTORY_GROUP_UNKNOWN', { details: { field: 'body/dn' } })
      return db.transaction().execute(async (tx) => {
        await requireChief(tx, actor)
        await lockTeam(tx, body.teamId)
        await requireManaged(tx, actor, 'team', body.teamId)
        const proved = {
          ad_id: directoryId,
          entry_key: group.key,
          team_id: body.teamId,
          team_mark: await markOf(tx, 'teams', body.teamId),
        }
        const made = await tx
          .insertInto('directory_groups')
          .values({
            ...proved,
            ...proofOfRow(tx, 'directory_groups', proved, clock()),
            dn: group.dn,
            name: group.name,
            created_by: actor.id,
            created_at: clock(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (made) {
          const objects = { line: made.id, team: body.teamId }
          await journal.record(tx, actor, origin, { action: 'directory.group-added', objects })
        }
        // Adding the same mapping again is idempotent.
        const same = { ad_id: directoryId, entry_key: group.key, team_id: body.teamId }
        await storePrimary(tx, group.key, group.isPrimary)
        const [line] = await linesOf(tx, await groupMappings(tx, same))
        if (!line) throw new Error('a line was made that is not there')
        return line
      })
    },

    removeGroup: ({ actor, params, origin }) =>
      db.transaction().execute(async (tx) => {
        await requireChief(tx, actor)
        const [line] = await groupMappings(tx, { id: params.id })
        if (!line) throw new Refusal('LINK_NOT_FOUND')
        // A concurrent sign-in that applies the mapping locks the team too.
        await lockRows(tx, 'users', userIdsOf(await membersByDirectory(tx, line)))
        await lockTeam(tx, line.team.id)
        const { numDeletedRows } = await tx
          .deleteFrom('directory_groups')
          .where('id', '=', line.id)
          .executeTakeFirst()
        // A concurrent call may have removed it while the team was waited for.
        if (numDeletedRows === 0n) throw new Refusal('LINK_NOT_FOUND')
        const left = await leaveUnmapped(tx, line, clock())
        const objects = { line: line.id, team: line.team.id, users: left.map(String) }
        await journal.record(tx, actor, origin, { action: 'directory.group-removed', objects })
        return { message: directoryTexts.removed }
      }),
  }
}

/** @throws Refusal ROLE_REQUIRED, SESSION_EXPIRED */
async function requireChief(tx: Transaction<Tables>, actor: Actor): Promise<void> {
  const { role } = await callerNow(tx, actor)
  if (!roleMay(role, 'manageEverything')) throw new Refusal('ROLE_REQUIRED')
}

/**
 * Removes from a team the members whom the directory added, once no group maps to the team.
 * @returns their ids
 */
async function leaveUnmapped(tx: Transaction<Tables>, mapping: GroupMapping, now: number): Promise<number[]> {
  const { id } = mapping.team
  if ((await groupMappings(tx, { team_id: id })).length > 0) return []
  const left = userIdsOf(await membersByDirectory(tx, mapping))
  await changeMarks(tx, 'users', left, { list: 'team_marks', remove: [await markOf(tx, 'teams', id)] }, now)
  await tx.deleteFrom('team_users').where('team_id', '=', id).where('origin', '=', 'directory').execute()
  return left
}

const membersByDirectory = (tx: Transaction<Tables>, { team }: GroupMapping) =>
  tx
    .selectFrom('team_users')
    .select('user_id')
    .where('team_id', '=', team.id)
    .where('origin', '=', 'directory')
    .execute()

const userIdsOf = (rows: readonly { user_id: number }[]): number[] => rows.map((row) => row.user_id)
