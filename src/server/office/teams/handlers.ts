import type { teamFragment as teamFragmentCall, teams } from '#contract/office/teams.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { teamTexts } from '#texts/office/teams.ts'
import type { Actor } from '#server/access/session.ts'
import { readTogether } from '#server/platform/database/engine.ts'
import type { Handler, Handlers } from '#server/access/handler.ts'
import { attachUsers, createTeam, detachUsers, removeTeam, updateTeam } from './change.ts'
import { pageOfTeams, peopleOf, teamsByIds, type Team } from './list.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { KeptLists } from '#server/access/kept-lists.ts'

type TeamDeps = Pick<PlatformDeps, 'db' | 'clock' | 'journal'> & { readonly keptLists: KeptLists }

export const teamHandlers = (deps: TeamDeps): Handlers<typeof teams> => {
  const { db, keptLists } = deps
  const { compare } = frenchCollator()
  const teamOf = async (actor: Actor, id: number): Promise<Team> => {
    const [team] = await teamsByIds(db, actor, [id])
    if (!team) throw new Refusal('TEAM_NOT_FOUND')
    return team
  }
  const usersOf = async (id: number): Promise<Team['users']> => (await peopleOf(db, [id])).get(id) ?? []

  return {
    list: async ({ actor, query, page }) => {
      const found = await keptLists.of(['teams', actor.id, actor.role, query], () =>
        readTogether(db, (held) => pageOfTeams(held, actor, query, compare)),
      )
      page(found.page)
      return found.teams
    },
    read: ({ actor, params }) => teamOf(actor, params.id),
    create: async ({ body, ...by }) => teamOf(by.actor, await createTeam(deps, by, body)),
    update: async ({ params: { id }, body, ...by }) => {
      await updateTeam(deps, by, id, body.update)
      return teamOf(by.actor, id)
    },
    remove: async ({ params: { id }, ...by }) => {
      await removeTeam(deps, by, id)
      return { message: teamTexts.replies.removed }
    },
    attachUsers: async ({ params: { id }, body, ...by }) => {
      await attachUsers(deps, by, id, body.users)
      return usersOf(id)
    },
    detachUsers: async ({ params: { id }, body, ...by }) => {
      await detachUsers(deps, by, id, body.users)
      return usersOf(id)
    },
  }
}

/** The team table as HTML, with the component of the page and the query of the JSON call. */
export const teamFragment =
  ({ db, renderFragment }: Pick<PlatformDeps, 'db' | 'renderFragment'>): Handler<typeof teamFragmentCall> =>
  async ({ actor, query, page }) => {
    const { compare } = frenchCollator()
    const found = await readTogether(db, (held) => pageOfTeams(held, actor, query, compare))
    page(found.page)
    return renderFragment('team', { teams: found.teams, total: found.page.countTotal })
  }
