import { expect, it } from 'vitest'
import { migrations } from '#server/platform/database/migrations/all.ts'
import { changedSince, landedMigrations, orderOf, releaseProblems } from '../scripts/migrations.ts'

const landed = ['0001-first', '0002-second', '0004-fourth']

it('[UPGR-01] a migration with a number below one that has landed is refused, and so is a landed one that changes', () => {
  expect(orderOf([...landed, '0005-fifth'], landed)).toEqual({ fresh: ['0005-fifth'], problems: [] })
  const faults: [ids: string[], problem: RegExp][] = [
    [['0001-first', '0002-second', '0003-late', '0004-fourth'], /^0003-late comes after 0004-fourth/],
    [['0001-first', '0002-second', '0004-fourth', '0004-other'], /^0004-other comes after 0004-fourth/],
    [['0001-first', '0004-fourth', '0005-fifth'], /^0002-second has landed/],
    [['0001-first', '0002-second', '0004-renamed'], /^0004-fourth has landed/],
    [['0001-first', '0004-fourth', '0002-second'], /^0002-second stands behind/],
  ]
  for (const [ids, problem] of faults)
    expect(orderOf(ids, landed).problems).toContainEqual(expect.stringMatching(problem))
})

it('[UPGR-01] every migration has landed in the order of its number', () => {
  const ids = migrations.map(({ id }) => id)
  expect(orderOf(ids, landedMigrations())).toEqual({ fresh: [], problems: [] })
  expect(landedMigrations()).toEqual(ids)
})

it('[UPGR-01] the list of landed migrations begins with that of the last release', () => {
  expect(changedSince([...landed, '0005-fifth'], landed, 'v1.0.0')).toEqual([])
  const moved = ['0001-first', '0004-fourth', '0002-second']
  for (const list of [moved, landed.slice(0, 1)])
    expect(changedSince(list, landed, 'v1.0.0')).toEqual([
      '0002-second stands in line 2 of landed.txt in v1.0.0: it only grows',
    ])
  expect(releaseProblems(landedMigrations())).toEqual([])
})
