import type { dashboard } from '#contract/dashboard.ts'
import { indicatorNames } from '#domain/figures.ts'
import { Refusal } from '#domain/refusals.ts'
import { personMay } from '#domain/roles.ts'
import { indicatorTexts } from '#texts/dashboard-server.ts'
import { scopeOf } from '../access/listed.ts'
import type { Actor } from '../access/session.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/handler.ts'
import { createTurns } from '../http/turns.ts'
import { totalsIn, visitsIn } from './connections.ts'
import { keptBefore } from './kept-figures.ts'
import { healthOf, levelsOf, strengthOf } from './own-figures.ts'
import { listPasswords, worstOf } from './password-list.ts'
import { readableOf, type OwnRequest, type Readable } from './readable.ts'

type DashboardDeps = Pick<Deps, 'db' | 'chestKeys' | 'clock' | 'summaries' | 'company'>

/** One window asks for some figures at once; the figures of one person are counted one after the other. */
const turnsOfOne = { concurrency: 1, queue: 16 } as const

/** The figures of the dashboard: of what the caller may read, and of the company. */
export const dashboardHandlers = (deps: DashboardDeps): Handlers<typeof dashboard> => {
  const { db, clock, company } = deps
  const turns = createTurns(turnsOfOne)
  const own = <Result>(request: OwnRequest, figures: (readable: Readable) => Promise<Result> | Result) =>
    turns.take(request.actor.id, async () => figures(await readableOf(deps, request)))
  const companyOf = async (actor: Actor) => company.of(await scopeOf(db, actor))

  return {
    visits: async ({ actor }) => visitsIn(db, await scopeOf(db, actor), clock()),
    totalUsers: async ({ actor }) => totalsIn(db, await scopeOf(db, actor), clock()),

    passwordStrength: async (request) => {
      if (request.query.is_manager !== true) return own(request, strengthOf)
      if (!personMay(request.actor, 'seeCompanyFigures')) throw new Refusal('ROLE_REQUIRED')
      return levelsOf((await companyOf(request.actor)).levels)
    },
    worstPasswords: (request) => own(request, (readable) => worstOf(deps, readable)),
    health: (request) => own(request, (readable) => healthOf(readable, clock())),
    passwords: (request) =>
      own(request, async (readable) => {
        const { reply, page } = await listPasswords(deps, readable, request.query)
        request.page(page)
        return reply
      }),

    indicators: async ({ actor }) => {
      const scope = await scopeOf(db, actor)
      const [{ values }, before] = await Promise.all([company.of(scope), keptBefore(deps, scope)])
      return indicatorNames.map((indicator) => ({
        indicator,
        name: indicatorTexts[indicator],
        value: values[indicator],
        before: before && { days: before.days, value: before.values[indicator] },
      }))
    },
  }
}
