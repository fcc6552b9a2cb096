import { hash } from 'node:crypto'
import { dayNumberOf } from '#domain/platform/days.ts'
import { isOldPassword, weakLevel, type Indicator } from '#domain/vault/figures.ts'
import type { Scope } from '#server/access/listed.ts'
import { createWorkBound } from '#server/platform/crypto/work-bound.ts'
import { createYielder } from '#server/vault/contents/yielder.ts'
import { chestsIn, nameOfScope, peopleIn, type CompanyChest } from './company-rows.ts'
import { MarkCounts } from './reuse.ts'
import type { ChestSummary } from '#server/vault/summaries/summary.ts'
import type { PlatformDeps } from '#server/platform/deps.ts'
import type { Summaries } from '#server/vault/summaries/summaries.ts'
import { LruMap } from '#server/platform/lru-map.ts'

/** Counts over the content of a company's ordinary chests. */
type Content = {
  readonly folders: number
  readonly passwords: number
  readonly weak: number
  readonly reused: number
  readonly old: number
  /** Passwords per level, indexed by level. */
  readonly levels: readonly number[]
  /** Chests with undecryptable content, excluded from all counts above. */
  readonly unreadable: number
}
export type CompanyFigures = {
  readonly levels: readonly number[]
  readonly values: Record<Indicator, number>
  /** Chests with undecryptable content, excluded from the content indicators. */
  readonly unreadableChests: number
}

/** The figures over all that is attached to the banks of a scope, whatever the caller's rights on content. */
export type Company = { of(scope: Scope): Promise<CompanyFigures> }

/** Content with fewer passwords is recounted after each change. */
const fewPasswords = 50_000
/** A larger count is reused for this multiple of the time that it took, whatever changes. */
const stands = 10
/** The number of scopes with a cached count. */
const mostScopes = 64
/** Passwords per slice between two pauses of the count. */
const slice = 4_096
/** Counts run one at a time; concurrent requests queue. */
const bound = { concurrency: 1, queue: 200 } as const

type Known = { readonly state: string | null; readonly content: Content; readonly until: number }

export function createCompany({
  db,
  clock,
  summaries,
}: Pick<PlatformDeps, 'db' | 'clock'> & { readonly summaries: Summaries }): Company {
  const known = new LruMap<string, Known>(mostScopes)
  const pending = new Map<string, Promise<Content>>()
  const work = createWorkBound(bound)

  const standing = (name: string, state: string): Content | undefined => {
    const last = known.get(name)
    return last && (last.state === state || performance.now() < last.until) ? last.content : undefined
  }

  const count = async (name: string, state: string, chests: readonly CompanyChest[], today: number) => {
    const counted = standing(name, state)
    if (counted) return counted
    const since = performance.now()
    const expected = known.get(name)?.content.passwords ?? 0
    const content = await contentOf(summaries, chests, { today, expected })
    const [now, took] = [performance.now(), performance.now() - since]
    known.set(name, {
      // Unreadable content may become readable without a change to the chest.
      state: content.unreadable > 0 ? null : state,
      content,
      until: content.passwords < fewPasswords ? now : now + took * stands,
    })
    return content
  }

  const contentIn = (
    name: string,
    { text, chests }: { text: string; chests: readonly CompanyChest[] },
    today: number,
  ): Promise<Content> | Content => {
    const state = hash('sha256', `${today} ${text}`)
    const counted = standing(name, state) ?? pending.get(state)
    if (counted) return counted
    const counting = work.run(() => count(name, state, chests, today)).finally(() => pending.delete(state))
    pending.set(state, counting)
    return counting
  }

  return {
    async of(scope) {
      const today = dayNumberOf(clock())
      const [read, people] = await Promise.all([chestsIn(db, scope), peopleIn(db, scope, today)])
      const { levels, passwords, weak, unreadable, ...content } = await contentIn(
        nameOfScope(scope),
        read,
        today,
      )
      return {
        levels,
        values: {
          ...content,
          chests: read.count,
          guardianChests: read.count - read.chests.length,
          items: passwords,
          weakShare: passwords === 0 ? 0 : Math.round((weak / passwords) * 1000) / 10,
          ...people,
        },
        unreadableChests: unreadable,
      }
    },
  }
}

async function contentOf(
  summaries: Summaries,
  chests: readonly CompanyChest[],
  { today, expected }: { today: number; expected: number },
): Promise<Content> {
  const yielder = createYielder()
  const marks = new MarkCounts(expected)
  const levels: number[] = [0, 0, 0, 0, 0, 0]
  const content = { folders: 0, passwords: 0, weak: 0, reused: 0, old: 0 }
  const visit = async (_: CompanyChest, summary: ChestSummary): Promise<void> => {
    content.folders += summary.folders
    content.passwords += summary.count
    for (let from = 0; from < summary.count; from += slice) {
      const to = Math.min(from + slice, summary.count)
      content.reused += marks.add(summary, from, to)
      for (let at = from; at < to; at += 1) {
        const level = summary.levels[at] as number
        levels[level] = (levels[level] ?? 0) + 1
        if (level <= weakLevel) content.weak += 1
        if (isOldPassword(summary.days[at] as number, today)) content.old += 1
      }
      const pause = yielder.step(slice)
      if (pause) await pause
    }
  }
  const { size: unreadable } = await summaries.each(chests, visit)
  return { ...content, levels, unreadable }
}
