import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '#server/database/engine.ts'
import { makeInstallation, type Installation } from './installation.ts'
import { measureLoad } from './load.ts'
import { explorerLoad, headersOf } from './loads.ts'
import type { Figure } from './report.ts'
import { keepSummaries, seedDashboard, type SeededDashboard } from './seed-dashboard.ts'
import { startServer, type Server } from './server.ts'
import type { Settings } from './settings.ts'
import { single } from './singles.ts'

const limits = { firstMs: 1_500, ofOpening: 2.5, p99Ms: 100, companyMs: 200, slowdown: 1.2 } as const
/** Each administrator opens the dashboard this often, the fifty at even distances. */
const everyMs = 10_000
const warmPages = 200
/** Chests of the company change this often while its figures are read. */
const changeEveryMs = 250

const own = ['password_strength', 'worses_password', 'health']
const ofCompany = ['password_strength?is_manager=true', 'various_kpi']
const ofConnections = ['visit', 'totalUsers']
const list = ['password?concern=weak&limit=25']

/** The dashboard as each of them opens it, and the list behind a slice of the pie. */
export async function measureDashboard(engine: Engine, settings: Settings): Promise<Figure[]> {
  const installation = await makeInstallation(engine)
  try {
    const seeded = await seedDashboard(installation)
    const unkept = await onServer(installation, settings, (server) => firstLooks(server, seeded))
    const opening = openingMs()
    await keepSummaries(installation)
    const kept = await onServer(installation, settings, (server) => firstLooks(server, seeded))
    const director = await onServer(installation, settings, async (server) =>
      timesOf(() => open(server, seeded.director, [...own, ...ofCompany]), 1),
    )
    const warm = await onServer(installation, settings, (server) =>
      measureWarm(installation, settings, seeded, server),
    )
    const figure = (name: string, value: number, about: Parameters<typeof single>[3]) =>
      single(installation, name, value, about)
    return [
      figure('dashboard-first-unkept', unkept, {
        label: 'dashboard, first, no summary kept',
        unit: 'ms',
        limit: Math.round(opening * limits.ofOpening),
        note: `opening as much by hand takes ${opening.toFixed(0)} ms`,
      }),
      figure('dashboard-first', kept, {
        label: 'dashboard, first of the process',
        unit: 'ms',
        limit: limits.firstMs,
        note: '100,000 items in 500 chests',
      }),
      figure('company-first', at(director, 1), {
        label: 'director, first of the process',
        unit: 'ms',
        limit: limits.firstMs,
        note: '1,000,000 items',
      }),
      ...warm,
    ]
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
  // The job that keeps what is missing comes some seconds after the start.
  await pause(8_000)
  const scan = scanMs()
  const pages = await timesOf(() => open(server, reader, own))
  const lists = await timesOf(() => open(server, reader, list))
  const company = await timesOf(() => open(server, director, [...own, ...ofCompany]))
  const stopChanges = startChanges(server, seeded)
  const changing = await timesOf(() => open(server, director, [...own, ...ofCompany]), 100, 50)
  await stopChanges()

  const load = explorerLoad(seeded)
  const alone = await measureLoad(server, load, settings, installation.folder)
  const stopReading = startReading(server, administrators)
  await pause(everyMs)
  const beside = await measureLoad(server, load, settings, installation.folder)
  const read = await stopReading()
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
    figure('dashboard-explorer-p99', beside.p99, {
      label: 'explorer, p99 beside 50 dashboards',
      unit: 'ms',
      limit: Math.round(alone.p99 * limits.slowdown * 10) / 10,
      note: `alone ${alone.p99.toFixed(1)} ms; ${alone.perSecond.toFixed(0)} and ${beside.perSecond.toFixed(0)} pages/s; a dashboard took ${at(read, 0.5).toFixed(0)} ms`,
    }),
    figure('dashboard-memory', server.memory(), { label: '  memory', unit: 'MiB' }),
  ]
}

const agents = new Map<string, Agent>()
/** As many connections as a browser opens. */
const agentOf = (url: string): Agent => {
  const known = agents.get(url) ?? new Agent({ keepAlive: true, maxSockets: 6 })
  agents.set(url, known)
  return known
}

/** Makes the calls of a page at once. @returns milliseconds until the last byte of the last one */
async function open(server: Server, cookie: string, calls: readonly string[]): Promise<number> {
  const since = performance.now()
  await Promise.all(calls.map((call) => get(server.url, `/api/kpi/${call}`, cookie)))
  return performance.now() - since
}

function get(url: string, path: string, cookie: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { agent: agentOf(url), headers: headersOf(cookie) }
    const asked = request(url + path, options, (reply) => {
      reply.resume().on('end', () => {
        if (reply.statusCode === 200) resolve()
        else reject(new Error(`${path} was answered ${reply.statusCode}`))
      })
    })
    asked.on('error', reject).end()
  })
}

/** Takes a time again and again, one after the other. */
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

/** Somebody renames items. @returns what ends it */
function startChanges({ url }: Server, { cookie, big }: SeededDashboard): () => Promise<void> {
  const headers = { ...headersOf(cookie), 'content-type': 'application/json' }
  let isOver = false
  const change = async (): Promise<void> => {
    for (let count = 0; !isOver; count += 1) {
      const body = JSON.stringify({ elementType: 'password', elementValue: `Nouveau-mot-${count}-Wx6?` })
      const path = `/api/item/${big.itemIds[count % big.itemIds.length]}`
      const reply = await fetch(url + path, { method: 'PATCH', headers, body })
      if (!reply.ok) throw new Error(`a change was answered ${reply.status}: ${await reply.text()}`)
      await reply.arrayBuffer()
      await pause(changeEveryMs)
    }
  }
  const under = change()
  return async () => {
    isOver = true
    await under
  }
}

/** Administrators open their dashboards. @returns what ends it, and how long each dashboard took */
function startReading(server: Server, cookies: readonly string[]): () => Promise<number[]> {
  const calls = [...own, ...ofCompany, ...ofConnections]
  const times: number[] = []
  let isOver = false
  const reader = async (cookie: string, place: number): Promise<void> => {
    await pause((place * everyMs) / cookies.length)
    while (!isOver) {
      const next = pause(everyMs)
      times.push(await open(server, cookie, calls))
      await next
    }
  }
  const under = cookies.map(reader)
  return async () => {
    isOver = true
    await Promise.all(under)
    return times
  }
}

/** The ceiling of what no summary is kept of: key, name and password of each item are opened, and it is marked. */
function openingMs(): number {
  const [items, sample] = [100_000, 20_000]
  const [key, iv, place] = [randomBytes(32), randomBytes(12), Buffer.alloc(32)]
  const options = { authTagLength: 16 } as const
  const sealed = [32, 160, 64].map((length) => {
    const cipher = createCipheriv('aes-256-gcm', key, iv, options)
    cipher.setAAD(place)
    const text = Buffer.concat([cipher.update(Buffer.alloc(length)), cipher.final()])
    return { text, tag: cipher.getAuthTag() }
  })
  const since = performance.now()
  for (let item = 0; item < sample; item += 1) {
    for (const { text, tag } of sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, options)
      decipher.setAAD(place)
      decipher.setAuthTag(tag)
      decipher.update(text)
      decipher.final()
    }
    createHmac('sha256', key).update('Nouveau-mot-de-passe').digest()
  }
  return ((performance.now() - since) * items) / sample
}

/** The ceiling: one look through as many levels, ages and marks in arrays, equal marks found by sorting them. */
function scanMs(): number {
  const count = 100_000
  const levels = Uint8Array.from({ length: count }, (_, index) => 1 + (index % 5))
  const days = Uint16Array.from({ length: count }, (_, index) => index % 700)
  const marks = Float64Array.from({ length: count }, () => Math.floor(Math.random() * 2 ** 53))
  const times = Array.from({ length: 9 }, () => {
    const since = performance.now()
    const sorted = marks.toSorted()
    const counts = { weak: 0, old: 0, reused: 0 }
    for (let index = 0; index < count; index += 1) {
      if ((levels[index] ?? 0) <= 2) counts.weak += 1
      if ((days[index] ?? 0) > 365) counts.old += 1
      if (sorted[index] === sorted[index - 1]) counts.reused += 1
    }
    if (counts.weak === 0) throw new Error('nothing was counted')
    return performance.now() - since
  })
  return at(times, 0.5)
}
