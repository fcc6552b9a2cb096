/** `npm test`: all checks, suites and journeys in one command; its last line is « N passed, N failed ». */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { continuePinned, ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'
import { scratchRoot } from './scratch.mjs'
import { journeysOf, suitesOf } from './test-reports.mjs'

ensureInstalled()
continuePinned()
ensureSystemPackages()

const scratch = mkdtempSync(join(scratchRoot(), 'trousseau-tests-'))
let passed = 0
/** Each failure, repeated at the end: readers of a long log begin there. */
const failures = []
const started = Date.now()

try {
  await proveAll()
} catch (error) {
  failures.push(`the run itself: ${error.stack}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const told of failures) console.log(`\nFAILED ${told}`)
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)

/** Runs the checks, the suites and the journeys, beside a temporary PostgreSQL. */
async function proveAll() {
  const { checks } = await import('./check.mjs')
  await run('build of the pages', [pinnedNode, 'scripts/build-web.mjs'])
  const { startCluster } = await import('./postgres-cluster.mjs')
  const cluster = await startCluster()
  try {
    // One check after the other beside the suites, which often wait: for a process, a time limit, a database.
    const checked = runAll(checks)
    await proveSuites({
      ...pinnedEnv(),
      TROUSSEAU_TEST_POSTGRES: cluster.url,
      // Puts temporary folders, including those of browsers, on the fastest storage.
      TMPDIR: scratch,
      // Overrides a variable that selects one engine: both are tested here.
      TROUSSEAU_TEST_ENGINES: '',
    })
    await checked
  } finally {
    await cluster.stop()
  }
}

async function proveSuites(env) {
  await runSuites(
    'suites on both engines',
    'suites.json',
    { ...env, TROUSSEAU_SUITES_REPORT: join(scratch, 'suites.json') },
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--reporter=default',
      `--reporter=${join(root, 'scripts/suites-reporter.mjs')}`,
    ],
    suitesOf,
  )
  await runSuites(
    'browser journeys',
    'journeys.json',
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: join(scratch, 'journeys.json') },
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    journeysOf,
  )
}

/** Runs commands one after the other; each counts as one test. */
async function runAll(commands) {
  for (const [name, command] of commands) await run(name, command)
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
  console.log(`\n== ${name}\n${said}${status === 0 ? '' : `FAILED: ${name}`}`)
}

/** Runs a runner that counts its own tests; one without a report has failed, whatever its exit code. */
async function runSuites(name, file, env, args, read) {
  console.log(`\n== ${name}`)
  const child = spawn(pinnedNode, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = await once(child, 'close').catch((error) => [error.message])
  const path = join(scratch, file)
  const report = readReport(path, read)
  passed += report.passed
  failures.push(...report.failures)
  if (report.failures.length === 0 && (status !== 0 || report.passed === 0))
    failures.push(`${name}: ended with ${status}, ${report.passed} tests told`)
}

/** Reads the report of a runner; an empty one if it cannot be read. */
function readReport(path, read) {
  if (!existsSync(path)) return { passed: 0, failures: [] }
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    return { passed: 0, failures: [`${path}: ${error.message}`] }
  }
}

/** Finds the browser, the database server and the directory that the tests use, and installs them by apt if possible. */
function ensureSystemPackages() {
  const missing = []
  if (!existsSync('/usr/bin/chromium')) missing.push('chromium')
  if (!existsSync('/usr/sbin/slapd')) missing.push('slapd')
  if (spawnSync('sh', ['-c', 'command -v openssl']).status !== 0) missing.push('openssl')
  const hasPostgres =
    existsSync('/usr/lib/postgresql') &&
    readdirSync('/usr/lib/postgresql').some((version) =>
      existsSync(`/usr/lib/postgresql/${version}/bin/initdb`),
    )
  const onPath = spawnSync('sh', ['-c', 'command -v initdb']).status === 0
  if (!hasPostgres && !onPath) missing.push('postgresql')
  if (missing.length === 0) return
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!canInstall) {
    console.error(`Install first, as root: apt-get install ${missing.join(' ')}`)
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] }
  spawnSync('apt-get', ['update', '-q'], options)
  const { status } = spawnSync(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...missing],
    options,
  )
  if (status !== 0) {
    console.log('0 passed, 1 failed')
    process.exit(1)
  }
}
