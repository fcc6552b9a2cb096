import type { dashboard, dashboardFragment as dashboardFragmentCall } from '#contract/office/dashboard.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { dueListed } from '#domain/vault/due-dates.ts'
import { indicatorNames, indicators } from '#domain/vault/figures.ts'
import { Refusal } from '#domain/platform/refusals.ts'
import { personMay } from '#domain/platform/roles.ts'
import { indicatorTexts } from '#texts/office/dashboard.ts'
import { scopeOf } from '#server/access/listed.ts'
import type { Actor } from '#server/access/session.ts'
import type { Handler, Handlers } from '#server/access/handler.ts'
import { createTurns } from '#server/platform/http/turns.ts'
import { totalsIn, visitsIn } from './connections.ts'
import { listDue } from './due-list.ts'
import { storedBefore } from './kept-figures.ts'
import { healthOf, levelsOf, strengthOf } from './own-figures.ts'
import { listPasswords, worstOf } from './password-list.ts'
import { readableOf, type OwnRequest, type Readable } from './readable.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'
import type { Summaries } from '#server/vault/summaries/summaries.ts'
import type { Company } from './company.ts'

type DashboardDeps = Pick<PlatformDeps, 'db' | 'clock' | 'log'> & {
  readonly chestKeys: ChestKeys
  readonly summaries: Summaries
  readonly company: Company
}

/** A tab requests several figures concurrently; the figures of one user are computed serially. */
const turnsOfOne = { concurrency: 1, queue: 16 } as const

/** The queries shared by the dashboard's calls and its fragment. */
function createFigures(deps: DashboardDeps) {
  const { db, clock, company } = deps
  const turns = createTurns(turnsOfOne)
  return {
    own: <Result>(request: OwnRequest, figures: (readable: Readable) => Promise<Result> | Result) =>
      turns.take(request.actor.id, async () => figures(await readableOf(deps, request))),

    due: (request: OwnRequest, asked: Parameters<typeof listDue>[2]) =>
      turns.take(request.actor.id, () => listDue(deps, request, asked)),

    visits: async (actor: Actor) => visitsIn(db, await scopeOf(db, actor), clock()),
    totals: async (actor: Actor) => totalsIn(db, await scopeOf(db, actor), clock()),

    companyStrength: async (actor: Actor) => levelsOf((await company.of(await scopeOf(db, actor))).levels),

    indicators: async (actor: Actor): Promise<ReplyOf<(typeof dashboard)['indicators']>> => {
      const scope = await scopeOf(db, actor)
      const [{ values, unreadableChests }, before] = await Promise.all([
        company.of(scope),
        storedBefore(deps, scope),
      ])
      return indicatorNames.map((indicator) => ({
        indicator,
        name: indicatorTexts[indicator],
        value: values[indicator],
        before: before && { days: before.days, value: before.values[indicator] },
        unreadableChests: indicators[indicator].of === 'content' ? unreadableChests : 0,
      }))
    },
  }
}

/** The dashboard calls: the caller's own figures, and those of the company. */
export const dashboardHandlers = (deps: DashboardDeps): Handlers<typeof dashboard> => {
  const figures = createFigures(deps)
  return {
    visits: ({ actor }) => figures.visits(actor),
    totalUsers: ({ actor }) => figures.totals(actor),
    passwordStrength: (request) => {
      if (request.query.is_manager !== true) return figures.own(request, strengthOf)
      if (!personMay(request.actor, 'seeCompanyFigures')) throw new Refusal('ROLE_REQUIRED')
      return figures.companyStrength(request.actor)
    },
    worstPasswords: (request) => figures.own(request, (readable) => worstOf(deps, readable)),
    indicators: ({ actor }) => figures.indicators(actor),
    health: (request) => figures.own(request, (readable) => healthOf(readable, deps.clock())),
    due: async (request) => {
      const { reply, page } = await figures.due(request, request.query)
      request.page(page)
      return reply
    },
    passwords: (request) =>
      figures.own(request, async (readable) => {
        const { reply, page } = await listPasswords(deps, readable, request.query)
        request.page(page)
        return reply
      }),
  }
}

/** The dashboard as HTML, with the figures permitted to the caller by role and type. */
export const dashboardFragment = (
  deps: DashboardDeps & Pick<PlatformDeps, 'renderFragment'>,
): Handler<typeof dashboardFragmentCall> => {
  const figures = createFigures(deps)
  return async (request) => {
    const { actor } = request
    const own = await figures.own(request, async (readable) => ({
      strength: strengthOf(readable),
      worst: await worstOf(deps, readable),
      health: await healthOf(readable, deps.clock()),
    }))
    const { reply: due } = await figures.due(request, { limit: dueListed })
    const company = personMay(actor, 'seeCompanyFigures')
      ? { strength: await figures.companyStrength(actor), indicators: await figures.indicators(actor) }
      : null
    const connections = personMay(actor, 'seeConnections')
      ? { visits: await figures.visits(actor), totals: await figures.totals(actor) }
      : null
    return deps.renderFragment('dashboard', { ...own, due, company, connections })
  }
}
