/** The whole bench in one run, on the core of the load: see bench/run.ts. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { measureBrowser } from './browser.ts'
import { measureCalls } from './calls.ts'
import { highest, measureCeilings, type Ceilings } from './ceilings.ts'
import { measureCold } from './cold.ts'
import { measureDashboard } from './dashboard.ts'
import { measureHostileFiles, measureHostileFormats, measureHostileRequests } from './hostile.ts'
import { makeInstallation, type Installation } from './installation.ts'
import { measureImports } from './imports.ts'
import { measureJournal } from './journal.ts'
import { measureLoad, type Window } from './load.ts'
import { loadNames, loads, p99LimitMs, postgresShare, type LoadName } from './loads.ts'
import { officeP99LimitMs } from './office-loads.ts'
import { measureMillion } from './million.ts'
import { measureOffice } from './office.ts'
import { machineLines, machineOf } from './machine.ts'
import {
  busyLine,
  ceilingLine,
  figureLine,
  heading,
  isMissed,
  peerLines,
  type Figure,
  type Verdict,
} from './report.ts'
import { measureSearch } from './search.ts'
import { measureSignInUnderAttack } from './sign-in.ts'
import { organisationSizes } from './seed-organisation.ts'
import { seed, type Seeded } from './seed.ts'
import { startServer, type Server } from './server.ts'
import { readSettings } from './settings.ts'
import { idleMemory, measureIndex, measureSignIns, measureStart, memoryAfter } from './singles.ts'

/** The time after which an idle server has released its start-up memory. */
const idleAfterStartMs = 4_000

const engineNames: Record<Engine, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const isLoad = (name: string): name is LoadName => loadNames.some((load) => load === name)

const settings = readSettings(process.argv.slice(2))
const machine = machineOf()
const isWanted = (name: string): boolean => settings.only.length === 0 || settings.only.includes(name)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** The figures so far. Each is printed and stored as soon as it is measured. */
const figures: Figure[] = []
/** The titles of the parts that failed. */
const failures: string[] = []
let ceilings: Ceilings | null = null

function writeJson(): void {
  if (settings.json === null) return
  writeFileSync(
    settings.json,
    `${JSON.stringify({ machine, settings, ceilings, failures, figures }, null, 2)}\n`,
  )
}

/** Measures a part. A part that fails loses its own later figures only. */
async function part(title: string, measure: () => AsyncIterable<Figure>): Promise<void> {
  say(heading(title))
  try {
    for await (const figure of measure()) {
      say(figureLine(figure))
      figures.push(figure)
      writeJson()
    }
  } catch (error) {
    failures.push(title)
    say(`✗ ${title}: ${error instanceof Error ? error.stack : String(error)}`)
    writeJson()
  }
}

type Shares = { readonly ofConstant: number; readonly ofReading: number }

/** Returns the rate as shares of the ceilings; NaN where those could not be measured. */
const sharesOf = ({ perSecond }: Window): Shares => ({
  ofConstant: perSecond / (ceilings?.constant.perSecond ?? Number.NaN),
  ofReading: perSecond / (ceilings?.reading.perSecond ?? Number.NaN),
})

/** Turns a load into a figure, compared with the ceilings so far. */
function figureOf(name: LoadName, engine: Engine, window: Window): Figure {
  const { label, target } = loads[name]
  const shares = sharesOf(window)
  const verdicts: Verdict[] = []
  if (engine === 'sqlite') {
    verdicts.push(
      'ofReading' in target
        ? { asked: `${target.ofReading} of by hand`, met: shares.ofReading >= target.ofReading }
        : { asked: `${target.perSecond} a second`, met: window.perSecond >= target.perSecond },
      { asked: `p99 under ${p99LimitMs} ms`, met: window.p99 < p99LimitMs },
    )
  } else {
    const sqlite = figures.find((figure) => figure.engine === 'sqlite' && figure.name === name)
    if (sqlite && 'window' in sqlite) {
      const share = window.perSecond / sqlite.window.perSecond
      verdicts.push({ asked: `a third of SQLite's (${share.toFixed(2)})`, met: share >= postgresShare })
    }
  }
  return { name, engine, label, window, ...shares, verdicts }
}

async function* measureServer(installation: Installation, seeded: Seeded): AsyncGenerator<Figure> {
  if (isWanted('start')) yield await measureStart(installation)
  if (settings.profile) mkdirSync(settings.profile, { recursive: true })
  const { profile } = settings
  const server: Server = await startServer({ entry: 'src/server/main.ts', ...installation, profile })
  try {
    await pause(idleAfterStartMs)
    if (isWanted('memory')) yield idleMemory(installation, server)
    if (isWanted('index')) yield* await measureIndex(installation, seeded, server)
    for (const name of loadNames.filter(isWanted)) {
      const load = loads[name].load(seeded)
      const window = await measureLoad(server, load, settings, installation.folder)
      yield figureOf(name, installation.engine, window)
    }
    if (isWanted('sign-ins')) yield* await measureSignIns(installation, seeded, server)
    if (isWanted('memory')) yield* memoryAfter(installation, server)
  } finally {
    await server.stop()
  }
}

/** Measures one engine from an empty folder; on SQLite the ceilings too, before and after. */
async function* measureEngine(engine: Engine): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine)
  try {
    const seeded = await seed(installation)
    if (engine === 'sqlite') showCeilings(await measureCeilings(installation, seeded, settings))
    yield* measureServer(installation, seeded)
    if (engine === 'sqlite') showCeilings(await measureCeilings(installation, seeded, settings))
  } finally {
    await installation.remove()
  }
}

/** Shows the higher ceilings of all measurements so far, and compares the loads taken before with them again. */
function showCeilings(measured: Ceilings): void {
  ceilings = ceilings ? highest(ceilings, measured) : measured
  say(ceilingLine('  ceiling: Fastify, a constant JSON', ceilings.constant))
  say(ceilingLine('  ceiling: session, right, row, GCM by hand', ceilings.reading))
  say(ceilingLine('  ceiling: a row of 4 KiB, durably, in turn', ceilings.commits))
  for (const [at, { name, engine, ...figure }] of figures.entries()) {
    if (!('window' in figure) || !isLoad(name)) continue
    const again = figureOf(name, engine, figure.window)
    figures[at] = again
    say(figureLine(again))
  }
}

/** Measures the back-office lists: their cost must not grow with the organisation. */
async function* measureLists(engine: Engine): AsyncGenerator<Figure> {
  for await (const { label, window } of measureOffice(engine, settings)) {
    const verdicts = [{ asked: `p99 under ${officeP99LimitMs} ms`, met: window.p99 < officeP99LimitMs }]
    yield { name: 'office', engine, label, window, ...sharesOf(window), verdicts }
  }
}

for (const line of machineLines(settings, machine)) say(line)

/** Measures with an installation of their own, compared with no ceiling. */
const apart = [
  'calls',
  'imports',
  'search',
  'hostile',
  'dashboard',
  'million',
  'journal',
  'sign-in',
  'browser',
  'cold',
  'weights',
]
// SQLite is always measured: the ceilings read SQLite.
if (settings.only.length === 0 || settings.only.some((name) => !apart.includes(name))) {
  await part(engineNames.sqlite, () => measureEngine('sqlite'))
  if (settings.engines.includes('postgres')) await part(engineNames.postgres, () => measureEngine('postgres'))
}
const parts: [name: string, title: string, measure: (engine: Engine) => AsyncIterable<Figure>][] = [
  ['office', `${organisationSizes.banks} banks, ${organisationSizes.chests} chests`, measureLists],
  ['search', 'Search', measureSearch],
  ['calls', 'Calls one at a time', measureCalls],
  ['imports', 'Import of 10,000 entries with 100 attachments', measureImports],
  ['hostile', 'Hostile requests', measureHostileRequests],
  ['dashboard', 'Dashboard, 1,000,000 items', (engine) => measureDashboard(engine, settings)],
  ['million', '1,000,000 items in 2,000 chests', (engine) => measureMillion(engine, settings)],
  [
    'journal',
    `A journal of ${settings.journalRows.toLocaleString('en-GB')} rows`,
    (engine) => measureJournal(engine, settings),
  ],
  ['sign-in', 'Sign-in under attack', measureSignInUnderAttack],
]
for (const [name, title, measure] of parts) {
  if (!isWanted(name)) continue
  for (const engine of settings.engines) await part(`${title}, ${engineNames[engine]}`, () => measure(engine))
}
if (isWanted('hostile')) await part('Hostile files', measureHostileFiles)
if (isWanted('hostile')) await part('Hostile files of other managers', measureHostileFormats)
if (isWanted('browser')) await part('In the browser, 10,000 items', () => measureBrowser(settings))
if (isWanted('cold')) await part('The first visit, on a slow telephone', () => measureCold())

if (ceilings) {
  for (const line of peerLines()) say(line)
  const { constant, reading } = ceilings as Ceilings
  const windows = figures.flatMap((figure) =>
    'window' in figure && isLoad(figure.name) ? [figure.window] : [],
  )
  const busy = busyLine([constant, reading, ...windows])
  if (busy) say(busy)
}

const weights = isWanted('weights')
  ? spawnSync(process.execPath, ['scripts/check-weights.mjs'], { encoding: 'utf8' })
  : null
if (weights) say(`\nJavaScript before a click, gzipped\n${(weights.stdout || weights.stderr).trim()}`)

writeJson()
const missed = figures.filter(isMissed)
say(`\n${missed.length === 0 ? 'every target is met' : `${missed.length} figures miss a target`}`)
for (const figure of missed) say(`  ${figure.label}, ${engineNames[figure.engine]}`)
if (failures.length > 0) say(`not measured to the end: ${failures.join('; ')}`)
if (failures.length > 0 || (settings.check && (missed.length > 0 || weights?.status !== 0)))
  process.exitCode = 1
