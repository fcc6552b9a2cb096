import { expect, it } from 'vitest'
import { groupByFile, journeysOf, settle, slowest, suitesOf, unsteadyLines } from '../scripts/test-reports.ts'

const place = { file: 'src/a.test.ts', ms: 2000 }
const failed = {
  file: place.file,
  name: 'src/a.test.ts › b',
  state: 'failed',
  reasons: ['Error: 1\n    at b'],
}
const { failures } = suitesOf({ tests: [failed], errors: [], files: [place] })

it('a failed test, a skipped one and an error outside of tests are failures', () => {
  const passed = { ...failed, name: 'src/a.test.ts › c', state: 'passed', reasons: [] }
  const skipped = { ...failed, name: 'src/a.test.ts › d', state: 'skipped', reasons: [] }
  const outside = { name: 'outside of a test', reasons: ['Error: 2'] }
  const report = suitesOf({ tests: [passed, failed, skipped], errors: [outside], files: [place] })
  expect(report.passed).toBe(1)
  expect(report.failures.map(({ told }) => told)).toEqual([
    'src/a.test.ts › b (failed)\n    Error: 1\n        at b',
    'src/a.test.ts › d (skipped)',
    'outside of a test\n    Error: 2',
  ])
  expect(groupByFile(report.failures).map((group) => group.length)).toEqual([2, 1])
})

it('a journey that was retried or skipped is a failure, and its file is run again in its project', () => {
  const resultOf = (...messages: string[]) => ({
    duration: 500,
    errors: messages.map((message) => ({ message })),
  })
  const spec = (line: number, status: string, ...messages: string[]) => ({
    title: `t${line}`,
    file: 'a.spec.ts',
    line,
    tests: [{ projectName: 'sqlite', status, results: [resultOf(...messages)] }],
  })
  const specs = [spec(1, 'expected'), spec(2, 'unexpected', 'Error: 1'), spec(3, 'flaky'), spec(4, 'skipped')]
  const report = journeysOf({ errors: [{ message: 'no server' }], suites: [{ suites: [{ specs }] }] })
  expect(report.passed).toBe(1)
  expect(report.failures.map(({ name }) => name)).toEqual([
    'outside of a test',
    '[sqlite] a.spec.ts:2 › t2',
    '[sqlite] a.spec.ts:3 › t3',
    '[sqlite] a.spec.ts:4 › t4',
  ])
  expect(report.failures[1]).toMatchObject({ file: 'a.spec.ts', project: 'sqlite' })
  expect(report.files).toEqual([{ file: '[sqlite] a.spec.ts', ms: 2000 }])
})

it('a failure is unsteady when each repetition is green, and real when one is not or none ran', () => {
  expect(settle(failures, [[], []])).toEqual({ failed: [], unsteady: failures })
  expect(settle(failures, [[], failures])).toEqual({ failed: failures, unsteady: [] })
  expect(settle(failures, [])).toEqual({ failed: failures, unsteady: [] })
})

it('what only a repetition meets is a failure, too', () => {
  const other = { name: 'suites on both engines', told: 'suites on both engines: ended with 1, 0 tests told' }
  expect(settle(failures, [[other], [other]])).toEqual({ failed: [other], unsteady: failures })
})

it('the closing lines name an unsteady test with its first failure, and the slowest files with their shares', () => {
  expect(failures.map(unsteadyLines)).toEqual(['UNSTEADY src/a.test.ts › b: Error: 1\n        at b'])
  const files = [place, { file: 'src/b.test.ts', ms: 6000 }, { file: 'src/c.test.ts', ms: 1000 }]
  expect(slowest(files, 2)).toEqual(['   6 s  66.7 %  src/b.test.ts', '   2 s  22.2 %  src/a.test.ts'])
})
