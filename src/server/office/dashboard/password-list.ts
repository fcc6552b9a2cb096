import type { dashboard } from '#contract/office/dashboard.ts'
import type { QueryOf, ReplyOf } from '#contract/platform/endpoint.ts'
import { worstPasswords } from '#domain/vault/figures.ts'
import { frenchCollator } from '#domain/platform/folding.ts'
import { paging } from '#domain/platform/limits.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import type { PageOf } from '#server/platform/http/paging-header.ts'
import { bitsOf, concernsIn, hasConcern, measureOf, type Measure } from './concerns.ts'
import { inOrder, weakness, type Matching, type Place } from './password-order.ts'
import { idAt, shownPasswords } from './password-rows.ts'
import type { Readable, ReadableChest } from './readable.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { ChestKeys } from '#server/vault/chests/chest-keys.ts'

type Asked = QueryOf<(typeof dashboard)['passwords']>
type Listed = ReplyOf<(typeof dashboard)['passwords']>
type Worst = ReplyOf<(typeof dashboard)['worstPasswords']>

/** A page of the passwords readable by the caller, and the chests with matching ones. */
export async function listPasswords(
  deps: Pick<PlatformDeps, 'db' | 'clock' | 'log'> & { readonly chestKeys: ChestKeys },
  readable: Readable,
  asked: Asked,
): Promise<{ reply: Listed; page: PageOf }> {
  const yielder = createYielder()
  const measure = await measureOf(readable.chests, deps.clock(), yielder)
  const { compare } = frenchCollator()
  const chests = readable.chests.toSorted((one, other) => compare(one.name, other.name) || one.id - other.id)
  const matching: Matching[] = []
  for (const chest of chests) {
    const places = matchesIn(chest, measure, asked)
    if (places.length > 0) matching.push({ chest, places })
    const pause = yielder.step(chest.summary.count)
    if (pause) await pause
  }
  const { chestId, offset = 0, limit = paging.defaultLimit } = asked
  const ordered = inOrder(
    matching.filter(({ chest }) => chestId === undefined || chest.id === chestId),
    asked,
  )
  const part = ordered.places(offset, offset + limit)
  const shown = await shownPasswords(deps, part)
  return {
    reply: {
      chests: matching.map(({ chest: { id, name }, places }) => ({ id, name, nb: places.length })),
      passwords: part.flatMap((place) => {
        const password = shown.get(idAt(place))
        return password ? [{ ...password, ...assessmentOf(place, measure) }] : []
      }),
    },
    page: { countTotal: ordered.count, offset, limit },
  }
}

/** The positions of the requested passwords in the summary of a chest. */
function matchesIn({ summary, mayUpdate }: ReadableChest, measure: Measure, asked: Asked): number[] {
  const { level, concern, changeable = false } = asked
  if (changeable && !mayUpdate) return []
  const isAboutConcerns = changeable && level === undefined && concern === undefined
  const places: number[] = []
  for (let at = 0; at < summary.count; at += 1) {
    if (level !== undefined && summary.levels[at] !== level) continue
    const found = bitsOf(summary, at, measure)
    if (isAboutConcerns ? found !== 0 : concern === undefined || hasConcern(found, concern)) places.push(at)
  }
  return places
}

const assessmentOf = (place: Place, measure: Measure) => {
  const { summary, mayUpdate } = place.chest
  return {
    concerns: concernsIn(bitsOf(summary, place.at, measure)),
    sharedBy: measure.reuse.of(summary.high[place.at] as number, summary.low[place.at] as number),
    mayChange: mayUpdate,
  }
}

export async function worstOf(
  deps: Pick<PlatformDeps, 'db' | 'log'> & { readonly chestKeys: ChestKeys },
  { chests }: Readable,
): Promise<Worst> {
  const yielder = createYielder()
  let worst: Place[] = []
  let most = Number.POSITIVE_INFINITY
  for (const chest of chests) {
    const { summary } = chest
    for (let at = 0; at < summary.count; at += 1) {
      if (weakness(summary, at) > most) continue
      worst = [...worst, { chest, at }].toSorted(compareWeakness).slice(0, worstPasswords)
      const last = worst[worstPasswords - 1]
      if (last) most = weakness(last.chest.summary, last.at)
    }
    const pause = yielder.step(summary.count)
    if (pause) await pause
  }
  const shown = await shownPasswords(deps, worst)
  return worst.flatMap((place) => shown.get(idAt(place)) ?? [])
}

const compareWeakness = (one: Place, other: Place): number =>
  weakness(one.chest.summary, one.at) - weakness(other.chest.summary, other.at) || idAt(one) - idAt(other)
