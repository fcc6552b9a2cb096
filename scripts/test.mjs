/**
 * `npm test`: all checks, suites and journeys in one command; its last line is « N passed, N failed ». docs/testing.md
 * describes it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { continuePinned, ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'
import { scratchRoot } from './scratch.mjs'

ensureInstalled()
continuePinned()
// The pinned Node strips types; the machine's own may not.
const { installPrograms } = await import('./programs.ts')
const { groupByFile, journeysOf, settle, slowest, suitesOf, unsteadyLines } =
  await import('./test-reports.ts')

const missing = installPrograms()
if (missing.length > 0) {
  console.error(`Install first, as root: apt-get install ${missing.join(' ')}`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}

/** More files with failures than this have not failed by chance: none runs again. */
const repeatedFiles = 12
/** The times that a file with failures runs again, alone. */
const repetitions = 2

/** What runs many tests. `again` are the arguments that run one file alone. */
const runners = [
  {
    name: 'suites on both engines',
    report: 'TROUSSEAU_SUITES_REPORT',
    args: [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts/suites-reporter.mjs')}`,
    ],
    again: ({ file }) => [file],
    read: suitesOf,
  },
  {
    name: 'browser journeys',
    report: 'PLAYWRIGHT_JSON_OUTPUT_NAME',
    args: [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    again: ({ file, project }) => [`/${file}`, `--project=${project}`, '--workers=1'],
    read: journeysOf,
  },
]

const scratch = mkdtempSync(join(scratchRoot(), 'trousseau-tests-'))
let passed = 0
/** Each failure, repeated at the end: readers of a long log begin there. */
const failures = []
/** Failures of tests that were green when they ran again alone. */
const unsteady = []
const times = []
const started = Date.now()
const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`

try {
  await proveAll()
} catch (error) {
  failures.push(`the run itself: ${error.stack}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`\nThe slowest files, with their share of all:\n${slowest(times).join('\n')}`)
for (const one of unsteady) console.log(`\n${unsteadyLines(one)}`)
for (const told of failures) console.log(`\nFAILED ${told}`)
console.log(`\n${seconds()}`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/** Runs the checks, then the suites and the journeys beside a temporary PostgreSQL, then what failed again. */
async function proveAll() {
  const { checks } = await import('./check.mjs')
  await run('build of the pages', [pinnedNode, 'scripts/build-web.mjs'])
  for (const [name, command] of checks) await run(name, command)
  const { startCluster } = await import('./postgres-cluster.mjs')
  const cluster = await startCluster()
  const env = {
    ...pinnedEnv(),
    TROUSSEAU_TEST_POSTGRES: cluster.url,
    // Puts temporary folders, including those of browsers, on the fastest storage.
    TMPDIR: scratch,
    // Overrides a variable that selects one engine: both are tested here.
    TROUSSEAU_TEST_ENGINES: '',
  }
  try {
    const broken = []
    for (const runner of runners) {
      const report = await runTests(runner, env)
      passed += report.passed
      times.push(...report.files)
      broken.push(...groupByFile(report.failures).map((group) => ({ runner, group })))
    }
    const isChance = broken.length <= repeatedFiles
    for (const { runner, group } of broken) await judge(runner, group, isChance, env)
  } finally {
    await cluster.stop()
  }
}

/** Runs the file of some failures again alone, and counts them by how it ends. */
async function judge(runner, group, isChance, env) {
  const [{ file }] = group
  const again = []
  if (isChance && file !== undefined)
    while (again.length < repetitions)
      again.push((await runTests(runner, env, runner.again(group[0]))).failures)
  const { failed, unsteady: chance } =
    again.length > 0 ? settle(group, again) : { failed: group, unsteady: [] }
  failures.push(...failed.map(({ told }) => told))
  unsteady.push(...chance)
  passed += chance.length
}

/** Runs a command that counts as one test; its output is shown at its end, in one piece. */
async function run(name, [command, ...args]) {
  const child = spawn(command, args, { cwd: root, env: pinnedEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (said += chunk))
  const [status] = await once(child, 'close').catch((error) => [(said += error.message)])
  if (status === 0) passed += 1
  else failures.push(name)
  console.log(`\n== ${name}, ${seconds()}\n${said}${status === 0 ? '' : `FAILED: ${name}`}`)
}

/** Runs a runner that counts its own tests; one without a report has failed, whatever its exit code. */
async function runTests({ name, report: variable, args, read }, env, more = []) {
  console.log(`\n== ${[name, ...more].join(' ')}, ${seconds()}`)
  const path = join(scratch, 'report.json')
  rmSync(path, { force: true })
  const child = spawn(pinnedNode, [...args, ...more], {
    cwd: root,
    env: { ...env, [variable]: path },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [status] = await once(child, 'close').catch((error) => [error.message])
  const report = readReport(path, read)
  if (report.failures.length === 0 && (status !== 0 || report.passed === 0))
    report.failures.push({ name, told: `${name}: ended with ${status}, ${report.passed} tests told` })
  return report
}

/** Reads the report of a runner; without one, no test passed. */
function readReport(path, read) {
  if (!existsSync(path)) return { passed: 0, failures: [], files: [] }
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    return { passed: 0, failures: [{ name: path, told: `${path}: ${error.message}` }], files: [] }
  }
}
