import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programs } from '../scripts/programs.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const names = programs.map(({ name }) => name)
const ownFile = 'src/programs.test.ts'
const sources = globSync(['src/**/*.test.{ts,tsx}', 'src/*/testing/*.ts', 'e2e/*.ts', 'vitest.config.ts'], {
  cwd: root,
}).filter((file) => file.replaceAll('\\', '/') !== ownFile)

/** What a pattern finds in the tests and is not among the allowed, with its file. */
const strangersOf = (pattern: RegExp, allowed: readonly string[]): string[] =>
  sources.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .filter(([, found = '']) => !allowed.includes(found))
      .map(([, found]) => `${file}: ${found}`),
  )

it('each program that a test starts by its name or its path is one that the runner provides', () => {
  expect(strangersOf(/\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'([^'/]+)'/g, names)).toEqual([])
  expect(strangersOf(/['"`]\/(?:usr\/)?(?:local\/)?s?bin\/([\w.-]+)['"`]/g, [...names, 'sh'])).toEqual([])
})

it('no test asks whether a program exists, and none is skipped: only the tested engines leave tests out', () => {
  const conditions = strangersOf(/\b(?:runIf|skipIf)\(((?:[^()]|\([^()]*\))*)\)/g, [
    "testedEngines.includes('postgres')",
    "testedEngines.includes('sqlite')",
  ])
  expect(conditions).toEqual([])
})

it('README.md names each package that the runner installs', () => {
  const told = /`npm test` needs ([^.]*)\./.exec(read('README.md'))?.[1] ?? ''
  for (const { debian } of programs) expect(told.toLowerCase()).toContain(debian)
})
