import type { journal as calls } from '#contract/office/journal.ts'
import type { ReplyOf } from '#contract/platform/endpoint.ts'
import { journalLimits } from '#domain/platform/limits.ts'
import type { Handlers } from '#server/access/handler.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import { keptSince } from '#server/platform/journal/retention.ts'
import { entriesOf } from './entries.ts'
import { exportJournal, type ExportDeps } from './export.ts'
import { planOf, type Filters } from './filters.ts'
import type { Reader } from './names.ts'
import { searchJournal } from './rows.ts'
import { sightOf, sightOfChest, type Sight } from './sight.ts'

type Asked = Filters & { readonly before?: number; readonly limit?: number }

const momentOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

async function keptMoments(db: PlatformDeps['db']): Promise<ReplyOf<typeof calls.list>['keptSince']> {
  const since = await keptSince(db)
  return since && { others: new Date(since.others).toISOString(), secrets: momentOf(since.secrets) }
}

/** Returns the handlers that read the journal. */
export const journalHandlers = (deps: ExportDeps): Handlers<typeof calls> => {
  const { db } = deps
  const page = async (
    reader: Reader,
    sight: Sight,
    { before = Number.MAX_SAFE_INTEGER, limit = journalLimits.defaultPage, ...asked }: Asked,
  ): Promise<ReplyOf<typeof calls.list>> => {
    const { source, floor, end, choose } = await planOf(db, sight, asked)
    const span = { floor, before: Math.min(before, end), limit }
    const { found, next, searchedTo } = await searchJournal(db, source, span, choose)
    return {
      entries: await entriesOf(deps, reader, found),
      next,
      searchedTo: momentOf(searchedTo),
      keptSince: next === null ? await keptMoments(db) : null,
    }
  }
  return {
    list: async ({ actor, query, unlocks }) =>
      page({ id: actor.id, unlocks }, await sightOf(db, actor), query),
    ofChest: async ({ actor, chest, query, unlocks }) =>
      page({ id: actor.id, unlocks }, await sightOfChest(db, actor, chest.id), {
        ...query,
        chestId: chest.id,
      }),
    download: async (request) => {
      const { format, ...asked } = request.body
      return exportJournal(deps, request, await sightOf(db, request.actor), asked, format)
    },
    downloadOfChest: async (request) => {
      const { format, ...filters } = request.body
      const { actor, chest } = request
      const asked = { ...filters, chestId: chest.id }
      return exportJournal(deps, request, await sightOfChest(db, actor, chest.id), asked, format)
    },
  }
}
