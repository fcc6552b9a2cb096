import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../src/server/platform/database/engine.ts'
import {
  changeEveryMs,
  list,
  ofCompany,
  open,
  own,
  shareOfCore,
  startChanges,
  startReading,
} from './dashboard-calls.ts'
import { openingMs, scanMs } from './dashboard-ceilings.ts'
import { makeInstallation, type Installation } from './installation.ts'
import { measureLoad, type Window } from './load.ts'
import { explorerLoad } from './loads.ts'
import type { Figure } from './report.ts'
import { keepSummaries, seedDashboard, type SeededDashboard } from './seed-dashboard.ts'
import { startServer, type Server } from './server.ts'
import type { Settings } from './settings.ts'
import { single } from './singles.ts'

const limits = { firstMs: 1_500, ofOpening: 2.5, p99Ms: 100, companyMs: 200, slowdown: 1.2 } as const
const warmPages = 200

/** Measures the dashboard for each kind of user, and the list behind a slice of the pie. */
export async function* measureDashboard(engine: Engine, settings: Settings): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine)
  try {
    const seeded = await seedDashboard(installation)
    const unkept = await onServer(installation, settings, (server) => firstLooks(server, seeded))
    const opening = openingMs()
    const figure = (name: string, value: number, about: Parameters<typeof single>[3]) =>
      single(installation, name, value, about)
    yield figure('dashboard-first-unkept', unkept, {
      label: 'dashboard, first, no summary kept',
      unit: 'ms',
      limit: Math.round(opening * limits.ofOpening),
      note: `opening as much by hand takes ${opening.toFixed(0)} ms`,
    })
    await keepSummaries(installation)
    const kept = await onServer(installation, settings, (server) => firstLooks(server, seeded))
    yield figure('dashboard-first', kept, {
      label: 'dashboard, first of the process',
      unit: 'ms',
      limit: limits.firstMs,
      note: '100,000 items in 500 chests',
    })
    const director = await onServer(installation, settings, async (server) =>
      timesOf(() => open(server, seeded.director, [...own, ...ofCompany]), 1),
    )
    yield figure('company-first', at(director, 1), {
      label: 'director, first of the process',
      unit: 'ms',
      limit: limits.firstMs,
      note: '1,000,000 items',
    })
    yield* await onServer(installation, settings, (server) =>
      measureWarm(installation, settings, seeded, server),
    )
  } finally {
    await installation.remove()
  }
}

async function onServer<Result>(
  installation: Installation,
  { profile }: Settings,
  measure: (server: Server) => Promise<Result>,
): Promise<Result> {
  const server = await startServer({ entry: 'src/server/main.ts', ...installation, profile })
  try {
    await pause(500)
    return await measure(server)
  } finally {
    await server.stop()
  }
}

const firstLooks = (server: Server, { reader }: SeededDashboard) => open(server, reader, own)

async function measureWarm(
  installation: Installation,
  settings: Settings,
  seeded: SeededDashboard,
  server: Server,
): Promise<Figure[]> {
  const { reader, director, administrators } = seeded
  // The job that stores missing summaries runs some seconds after the start.
  await pause(8_000)
  const scan = scanMs()
  const pages = await timesOf(() => open(server, reader, own))
  const lists = await timesOf(() => open(server, reader, list))
  const company = await timesOf(() => open(server, director, [...own, ...ofCompany]))
  const stopChanges = startChanges(server, seeded)
  const changing = await timesOf(() => open(server, director, [...own, ...ofCompany]), 100, 50)
  await stopChanges()

  const readingShare = await shareOfCore(server, administrators)
  const load = explorerLoad(seeded)
  const window = { ...settings, rounds: 1 }
  const [alone, beside, read]: [Window[], Window[], number[]] = [[], [], []]
  // Alternates both, so that other work of the machine affects them equally.
  for (let round = 0; round < settings.rounds; round += 1) {
    alone.push(await measureLoad(server, load, window, installation.folder))
    const stopReading = startReading(server, administrators)
    beside.push(await measureLoad(server, load, window, installation.folder))
    read.push(...(await stopReading()))
  }
  const quiet = p99Of(alone)
  const figure = (name: string, value: number, about: Parameters<typeof single>[3]) =>
    single(installation, name, value, about)
  return [
    figure('dashboard-p99', at(pages, 0.99), {
      label: 'dashboard, warm, p99 of all its calls',
      unit: 'ms',
      limit: limits.p99Ms,
      note: `median ${at(pages, 0.5).toFixed(1)} ms; one look by hand takes ${scan.toFixed(1)} ms`,
    }),
    figure('dashboard-list-p99', at(lists, 0.99), {
      label: '  the list behind a figure, p99',
      unit: 'ms',
      limit: limits.p99Ms,
      note: `median ${at(lists, 0.5).toFixed(1)} ms`,
    }),
    figure('company-p99', at(company, 0.99), {
      label: 'director, warm, p99 of all calls',
      unit: 'ms',
      limit: limits.companyMs,
      note: `median ${at(company, 0.5).toFixed(1)} ms`,
    }),
    figure('company-changing-p99', at(changing, 0.99), {
      label: '  while chests change, p99',
      unit: 'ms',
      limit: limits.companyMs,
      note: `median ${at(changing, 0.5).toFixed(1)} ms, one change every ${changeEveryMs} ms`,
    }),
    figure('dashboard-explorer-p99', p99Of(beside), {
      label: 'explorer, p99 beside 50 dashboards',
      unit: 'ms',
      limit: Math.round(quiet * limits.slowdown * 10) / 10,
      note: `alone ${quiet.toFixed(1)} ms; a dashboard took ${at(read, 0.5).toFixed(0)} ms; they take ${(readingShare * 100).toFixed(1)} % of a core`,
    }),
    figure('dashboard-memory', server.memory(), { label: '  memory', unit: 'MiB' }),
  ]
}

/** Measures a time in several rounds, one after the other. */
async function timesOf(take: () => Promise<number>, rounds = warmPages, restMs = 2): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    times.push(await take())
    await pause(restMs)
  }
  return times
}

const at = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

const p99Of = (windows: readonly Window[]): number =>
  at(
    windows.map(({ p99 }) => p99),
    0.5,
  )
