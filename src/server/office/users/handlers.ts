import type { userFragment as userFragmentCall, users } from '#contract/office/users.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import type { Handler, Handlers } from '#server/access/handler.ts'
import { sessionTexts } from '#texts/access/sessions.ts'
import { userServerTexts } from '#texts/office/users.ts'
import { changeBank } from './change-bank.ts'
import { createUser, type UserDeps } from './create.ts'
import type { DirectoryDeps } from './directory-lines.ts'
import { decideReset, factorResets } from './factor-resets.ts'
import { importUsers } from './import.ts'
import { pageOfUsers, readUser } from './list.ts'
import { removeUser } from './remove.ts'
import { resolveUsers } from './resolve.ts'
import { endAllSessions, endSessionOfUser, sessionsOfUser } from './user-sessions.ts'
import { updateSelf, updateUser } from './update.ts'

/** The handlers of all user calls, including those on the caller's own account. */
export const userHandlers = (deps: UserDeps & DirectoryDeps): Handlers<typeof users> => {
  const { db, clock, config } = deps
  const { directories } = config
  const view = () => ({ directories, now: clock() })
  return {
    list: async ({ actor, query, page }) => {
      const { rows, total, offset, limit } = await pageOfUsers(deps, actor, view(), query)
      page({ countTotal: total, offset, limit })
      return rows
    },
    read: ({ actor, params }) => readUser(db, actor, view(), params.id),
    create: ({ body, ...by }) => createUser(deps, by, body),
    update: ({ params, body, ...by }) =>
      params.id === by.actor.id
        ? updateSelf(deps, by, body.update)
        : updateUser(deps, by, params.id, body.update),
    factorResets: ({ actor }) => factorResets(deps, actor),
    decideFactorReset: ({ params, body, ...by }) => decideReset(deps, by, params.id, body.decision),
    remove: async ({ params, ...by }) => {
      await removeUser(deps, by, params.id)
      return { message: userServerTexts.removed }
    },
    sessions: ({ actor, params }) => sessionsOfUser(deps, db, actor, params.id),
    endSession: async ({ params, ...by }) => {
      await endSessionOfUser(deps, by, params)
      return { message: sessionTexts.ended }
    },
    endSessions: async ({ params, ...by }) => ({
      ended: await endAllSessions(deps, by, params.id),
      message: userServerTexts.sessionsEnded,
    }),
    changeBank: ({ params, ...by }) => changeBank(deps, by, params.bankId),
    resolve: ({ actor, body }) => resolveUsers(db, actor, body.entries),
    importCsv: ({ body, file, ...by }) => importUsers(deps, by, file, body.dryRun),
    directories: () => [...directories],
  }
}

/** The user table as HTML, with the component of the page and the query of the JSON call. */
export const userFragment =
  (deps: UserDeps & Pick<IdentityDeps, 'renderFragment'>): Handler<typeof userFragmentCall> =>
  async ({ actor, query, page }) => {
    const view = { directories: deps.config.directories, now: deps.clock() }
    const { rows, total, offset, limit } = await pageOfUsers(deps, actor, view, query)
    page({ countTotal: total, offset, limit })
    return deps.renderFragment('user', { users: rows, total, now: view.now })
  }
