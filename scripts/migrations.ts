/**
 * Appends the new migrations to the list of those that landed; with `--check`, fails when one is missing there. A database goes
 * through migrations in the order of their numbers: a number below one that has landed would never run where that one has.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrations } from '../src/server/platform/database/migrations/all.ts'
import { landedIn, newestTag } from './last-release.ts'

const file = fileURLToPath(new URL('../src/server/platform/database/migrations/landed.txt', import.meta.url))
const numberOf = (id: string): number => Number(id.slice(0, 4))

/** Returns the migrations that have not landed, and one sentence for each fault of their order. */
export function orderOf(
  ids: readonly string[],
  landed: readonly string[],
): { readonly fresh: string[]; readonly problems: string[] } {
  const last = landed.at(-1) ?? ''
  const fresh = ids.filter((id) => !landed.includes(id))
  const problems = [
    ...landed
      .filter((id) => !ids.includes(id))
      .map((id) => `${id} has landed: databases know it, so it keeps its name and its place`),
    ...fresh
      .filter((id) => numberOf(id) <= numberOf(last))
      .map((id) => `${id} comes after ${last}, which has landed: give it a higher number`),
    ...ids
      .filter((id, place) => place > 0 && numberOf(id) <= numberOf(ids[place - 1] ?? ''))
      .map((id) => `${id} stands behind a migration of the same or a higher number`),
  ]
  return { fresh, problems }
}

/** Returns one sentence if the list does not begin with that of a release: databases of that release have its order. */
export function changedSince(landed: readonly string[], released: readonly string[], tag: string): string[] {
  const place = released.findIndex((id, index) => landed[index] !== id)
  if (place === -1) return []
  return [`${released[place]} stands in line ${place + 1} of landed.txt in ${tag}: it only grows`]
}

/** Returns the faults of the list against the newest release before this commit; none without a tag or a repository. */
export function releaseProblems(landed: readonly string[]): string[] {
  const tag = newestTag()
  return tag === null ? [] : changedSince(landed, landedIn(tag) ?? [], tag)
}

export const landedMigrations = (): string[] => readFileSync(file, 'utf8').trim().split('\n')

if (import.meta.main) {
  const { fresh, problems } = orderOf(
    migrations.map(({ id }) => id),
    landedMigrations(),
  )
  const isChecking = process.argv.includes('--check')
  if (isChecking && problems.length === 0 && fresh.length > 0)
    problems.push(`${fresh.join(', ')}: run « npm run migrations » and commit landed.txt`)
  problems.push(...releaseProblems(landedMigrations()))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else appendFileSync(file, fresh.map((id) => `${id}\n`).join(''))
}
