/** The whole bench in one run, on the core of the load: see bench/run.ts. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { measureBrowser } from './browser.ts'
import { measureCalls } from './calls.ts'
import { highest, measureCeilings, type Ceilings } from './ceilings.ts'
import { measureDashboard } from './dashboard.ts'
import { makeInstallation, type Installation } from './installation.ts'
import { measureLoad } from './load.ts'
import { loadNames, loads, p99LimitMs, postgresShare, type LoadName } from './loads.ts'
import { officeP99LimitMs } from './office-loads.ts'
import { measureOffice, type OfficeRate } from './office.ts'
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
const organisationLine = `${organisationSizes.banks} banks, ${organisationSizes.chests} chests`

const settings = readSettings(process.argv.slice(2))
const isWanted = (name: string): boolean => settings.only.length === 0 || settings.only.includes(name)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** A load as a figure, before the ceilings of the whole run are known. */
type Rate = { name: LoadName; engine: Engine; window: Awaited<ReturnType<typeof measureLoad>> }
type Taken = { rates: Rate[]; singles: Figure[] }

async function measureServer(installation: Installation, seeded: Seeded): Promise<Taken> {
  const singles: Figure[] = []
  const rates: Rate[] = []
  if (isWanted('start')) singles.push(await measureStart(installation))
  if (settings.profile) mkdirSync(settings.profile, { recursive: true })
  const { profile } = settings
  const server: Server = await startServer({ entry: 'src/server/main.ts', ...installation, profile })
  try {
    await pause(idleAfterStartMs)
    if (isWanted('memory')) singles.push(idleMemory(installation, server))
    if (isWanted('index')) singles.push(...(await measureIndex(installation, seeded, server)))
    for (const name of loadNames.filter(isWanted)) {
      const load = loads[name].load(seeded)
      rates.push({
        name,
        engine: installation.engine,
        window: await measureLoad(server, load, settings, installation.folder),
      })
    }
    if (isWanted('sign-ins')) singles.push(...(await measureSignIns(installation, seeded, server)))
    if (isWanted('memory')) singles.push(...(await memoryAfter(installation, server)))
  } finally {
    await server.stop()
  }
  return { rates, singles }
}

function judged({ name, engine, window }: Rate, ceilings: Ceilings, sqlite: Rate | undefined): Figure {
  const { label, target } = loads[name]
  const ofReading = window.perSecond / ceilings.reading.perSecond
  const ofConstant = window.perSecond / ceilings.constant.perSecond
  const verdicts: Verdict[] = []
  if (engine === 'sqlite') {
    verdicts.push(
      'ofReading' in target
        ? { asked: `${target.ofReading} of by hand`, met: ofReading >= target.ofReading }
        : { asked: `${target.perSecond} a second`, met: window.perSecond >= target.perSecond },
      { asked: `p99 under ${p99LimitMs} ms`, met: window.p99 < p99LimitMs },
    )
  } else if (sqlite) {
    const share = window.perSecond / sqlite.window.perSecond
    verdicts.push({ asked: `a third of SQLite's (${share.toFixed(2)})`, met: share >= postgresShare })
  }
  return { name, engine, label, window, ofConstant, ofReading, verdicts }
}

/** Measures one engine from an empty folder; on SQLite the ceilings too, before and after. */
async function measureEngine(engine: Engine): Promise<Taken & { ceilings: Ceilings | null }> {
  const installation = await makeInstallation(engine)
  try {
    const seeded = await seed(installation)
    if (engine !== 'sqlite') return { ...(await measureServer(installation, seeded)), ceilings: null }
    const before = await measureCeilings(installation, seeded, settings)
    const taken = await measureServer(installation, seeded)
    return { ...taken, ceilings: highest(before, await measureCeilings(installation, seeded, settings)) }
  } finally {
    await installation.remove()
  }
}

/** Turns the rate of a back-office list into a figure: its cost must not grow with the organisation. */
function judgedOffice({ engine, label, window }: OfficeRate, ceilings: Ceilings): Figure {
  const ofReading = window.perSecond / ceilings.reading.perSecond
  const ofConstant = window.perSecond / ceilings.constant.perSecond
  const verdicts = [{ asked: `p99 under ${officeP99LimitMs} ms`, met: window.p99 < officeP99LimitMs }]
  return { name: 'office', engine, label, window, ofConstant, ofReading, verdicts }
}

const machine = machineOf()
for (const line of machineLines(settings, machine)) say(line)

/** Measures with an installation of their own, compared with no ceiling. */
const apart = ['calls', 'search', 'dashboard', 'sign-in', 'browser', 'weights']
const isMeasured = settings.only.length === 0 || settings.only.some((name) => !apart.includes(name))
// SQLite is always measured: the ceilings read SQLite.
const sqlite = isMeasured ? await measureEngine('sqlite') : null
const postgres = isMeasured && settings.engines.includes('postgres') ? await measureEngine('postgres') : null
const office: OfficeRate[] = []
if (isWanted('office'))
  for (const engine of settings.engines) office.push(...(await measureOffice(engine, settings)))
const searches: Figure[] = []
if (isWanted('search')) for (const engine of settings.engines) searches.push(...(await measureSearch(engine)))
const calls: Figure[] = []
if (isWanted('calls')) for (const engine of settings.engines) calls.push(...(await measureCalls(engine)))
const dashboards: Figure[] = []
if (isWanted('dashboard'))
  for (const engine of settings.engines) dashboards.push(...(await measureDashboard(engine, settings)))
const attacked: Figure[] = []
if (isWanted('sign-in'))
  for (const engine of settings.engines) attacked.push(...(await measureSignInUnderAttack(engine)))
const browser = isWanted('browser') ? await measureBrowser(settings) : []
const ceilings = sqlite?.ceilings ?? null

if (ceilings) {
  say(heading('Ceilings of this run'))
  say(ceilingLine('Fastify, a constant JSON', ceilings.constant))
  say(ceilingLine('by hand: session, right, row, GCM', ceilings.reading))
  say(ceilingLine('by hand: a row of 4 KiB, durably, in turn', ceilings.commits))
}
const figures: Figure[] = []
for (const [title, taken] of [
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const) {
  if (!taken || !ceilings) continue
  const rates = taken.rates.map((rate) =>
    judged(
      rate,
      ceilings,
      sqlite?.rates.find(({ name }) => name === rate.name),
    ),
  )
  say(heading(title))
  for (const figure of [...rates, ...taken.singles]) {
    say(figureLine(figure))
    figures.push(figure)
  }
}
for (const engine of settings.engines) {
  if (!ceilings) break
  const rates = office.filter((rate) => rate.engine === engine)
  if (rates.length > 0) say(heading(`${organisationLine}, ${engineNames[engine]}`))
  for (const rate of rates) {
    const figure = judgedOffice(rate, ceilings)
    say(figureLine(figure))
    figures.push(figure)
  }
}
if (searches.length > 0) say(heading('Search'))
for (const figure of searches) {
  say(`${figureLine(figure)}   ${engineNames[figure.engine]}`)
  figures.push(figure)
}
if (calls.length > 0) say(heading('Calls one at a time'))
for (const figure of calls) {
  say(`${figureLine(figure)}   ${engineNames[figure.engine]}`)
  figures.push(figure)
}
if (dashboards.length > 0) say(heading('Dashboard, 1,000,000 items'))
for (const figure of dashboards) {
  say(`${figureLine(figure)}   ${engineNames[figure.engine]}`)
  figures.push(figure)
}
if (attacked.length > 0) say(heading('Sign-in under attack'))
for (const figure of attacked) {
  say(`${figureLine(figure)}   ${engineNames[figure.engine]}`)
  figures.push(figure)
}
if (browser.length > 0) say(heading('In the browser, 10,000 items'))
for (const figure of browser) {
  say(figureLine(figure))
  figures.push(figure)
}
if (ceilings) {
  for (const line of peerLines()) say(line)
  const windows = sqlite?.rates.map(({ window }) => window) ?? []
  const busy = busyLine([ceilings.constant, ceilings.reading, ...windows])
  if (busy) say(busy)
}

const weights = isWanted('weights')
  ? spawnSync(process.execPath, ['scripts/check-weights.mjs'], { encoding: 'utf8' })
  : null
if (weights)
  say(
    `\nJavaScript before a click, gzipped\n${(weights.stdout || 'the pages are not built: npm run build').trim()}`,
  )

if (settings.json) {
  writeFileSync(settings.json, `${JSON.stringify({ machine, settings, ceilings, figures }, null, 2)}\n`)
}
const missed = figures.filter(isMissed)
say(`\n${missed.length === 0 ? 'every target is met' : `${missed.length} figures miss a target`}`)
if (settings.check && (missed.length > 0 || weights?.status !== 0)) process.exitCode = 1
