import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { browserPrograms, programs } from '../scripts/programs.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const names = [...programs, ...browserPrograms].map(({ name }) => name)
/** What Node, npm and a Debian without anything have. */
const given = ['npm', 'sh', 'id']
/** Programs whose name stands in a variable, and the expression of it. Each is one of the table. */
const inVariables = [
  'scripts/postgres-cluster.mjs: join',
  'src/server/process-balancers.test.ts: program',
  'src/server/process-ending.test.ts: command',
  'src/server/process-proxies.test.ts: program',
]
const ownFile = 'src/programs.test.ts'
const places = [
  'src/**/*.test.{ts,tsx}',
  'src/**/testing/*.ts',
  'src/**/*-testing.ts',
  'e2e/**/*.ts',
  'scripts/{balanced.ts,chromium.ts,postgres-cluster.mjs}',
  'vitest.config.ts',
]
const sources = globSync(places, { cwd: root }).filter((file) => file.replaceAll('\\', '/') !== ownFile)

/** What a pattern finds in the tests and is not among the allowed, with its file. */
const strangersOf = (pattern: RegExp, allowed: readonly string[]): string[] =>
  sources.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .filter(([, found = '']) => !allowed.includes(found))
      .map(([, found]) => `${file}: ${found}`),
  )

it('each program that a test starts is one that the runner provides', () => {
  const allowed = [...names, ...given, 'process.execPath']
  const started = /(?<!function )(?<![.\w])(?:spawn|execFile)(?:Sync)?\(\s*['"`]?([^\s,()'"`]+)/g
  const strangers = strangersOf(started, allowed).filter((found) => !found.includes(': /'))
  expect(new Set(strangers)).toEqual(new Set(inVariables))
  expect(strangersOf(/['"`]\/(?:usr\/)?(?:local\/)?s?bin\/([\w.-]+)['"`]/g, allowed)).toEqual([])
})

it('no test asks whether a program exists, and none is skipped: only the tested engines leave tests out', () => {
  const conditions = strangersOf(/\b(?:runIf|skipIf)\(((?:[^()]|\([^()]*\))*)\)/g, [
    "testedEngines.includes('postgres')",
    "testedEngines.includes('sqlite')",
  ])
  expect(conditions).toEqual([])
  // A test that ends at once on an engine would count as passed there.
  const empty = /=> \{\s*(?:\/\/[^\n]*\s*)*(if \(engine [^)]*\) return)\n/g
  expect(strangersOf(empty, [])).toEqual([])
})

it('tests wait by expect.poll and the assertions of journeys, whose patience is set in one place', () => {
  expect(strangersOf(/\b(vi\.waitFor|vi\.waitUntil|waitForTimeout)\(/g, [])).toEqual([])
})

it('README.md names each package that the runner installs', () => {
  const told = /`npm test` needs ([^.]*)\./.exec(read('README.md'))?.[1] ?? ''
  for (const { debian } of programs) expect(told.toLowerCase()).toContain(debian)
})
