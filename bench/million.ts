import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '#server/platform/database/engine.ts'
import { makeInstallation, type Installation } from './installation.ts'
import { headersOf } from './loads.ts'
import { startProbe } from './probe.ts'
import type { Figure } from './report.ts'
import { typed } from './search.ts'
import {
  addSessions,
  bytesOfDatabase,
  millionSizes,
  seedMillion,
  type SeededMillion,
} from './seed-million.ts'
import { startServer, type Server } from './server.ts'
import type { Settings } from './settings.ts'
import { measureStart, single } from './singles.ts'

/** The targets on SQLite; PostgreSQL may take {@link postgresFactor} times as long and as much space. */
const limits = {
  bytesOfItem: 800,
  startMs: 1_000,
  hugeMs: 150,
  usualP99Ms: 15,
  wideFirstMs: 2_000,
  wideP99Ms: 250,
  narrowColdMs: 100,
  narrowP99Ms: 15,
  crowdMs: 5_000,
  othersP99Ms: 25,
  mixedP99Ms: 50,
  memoryMiB: 600,
} as const
const postgresFactor = 1.5
/** In milliseconds: a scenario that takes longer is given up, and misses its target. */
const longestMs = 120_000
/** Bounds only how many warm searches are sent, so that a slow server has figures too. */
const warmForMs = 40_000
const warmSearches = 400
const usualItems = 500
const usualWarmUps = 20
const usualPages = 200
const narrowPeople = 20
const atOnce = 8
const mixedSeconds = 30
/** The background work has ended when the server took less than this of `idleForMs`, in milliseconds. */
const idleProcessorMs = 100
const idleForMs = 3_000

/** An installation with a million items, the sessions of its users, and the targets on its engine. */
type Million = {
  readonly installation: Installation
  readonly seeded: SeededMillion
  /** The session of the user who may read everything. */
  readonly all: string
  readonly readers: readonly string[]
  readonly factor: number
  /** The highest memory of any server so far, in MiB, and its scenario. */
  readonly peak: { memory: number; scenario: string }
}

type Scenario = (million: Million, server: Server) => AsyncGenerator<Figure>
const scenarios = {
  huge: measureHuge,
  usual: measureUsual,
  wide: measureWide,
  narrow: measureNarrow,
  crowd: measureCrowd,
} as const satisfies Record<string, Scenario>

/** Measures chests and searches of a million items, each scenario on a server that has opened no chest. */
export async function* measureMillion(engine: Engine, settings: Settings): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine, engine === 'sqlite' ? settings.keep : null)
  try {
    const isWanted = (name: string): boolean =>
      settings.scenarios.length === 0 || settings.scenarios.includes(name)
    const million = await prepare(installation)
    if (isWanted('snapshots')) await storeSnapshots(million)
    if (isWanted('size')) yield* measureSize(million)
    if (isWanted('start')) yield await measureStart(installation, limits.startMs * million.factor)
    for (const [name, scenario] of Object.entries(scenarios))
      if (isWanted(name)) yield* onServer(million, settings, name, scenario)
    yield single(installation, 'million-memory', million.peak.memory, {
      label: 'memory, highest of the server',
      unit: 'MiB',
      limit: limits.memoryMiB,
      note: `in the scenario ${million.peak.scenario}`,
    })
  } finally {
    await installation.remove()
  }
}

/** Seeds the installation, or takes the content that its folder keeps. */
async function prepare(installation: Installation): Promise<Million> {
  const since = performance.now()
  const file = join(installation.folder, 'million.json')
  const isKept = existsSync(file)
  const seeded = isKept
    ? (JSON.parse(readFileSync(file, 'utf8')) as SeededMillion)
    : await seedMillion(installation)
  if (!isKept) writeFileSync(file, JSON.stringify(seeded))
  const [all = '', ...readers] = await addSessions(installation, [seeded.all, ...seeded.readers])
  say(`${isKept ? 'kept' : 'seeded'} content is ready after ${secondsSince(since)} s`)
  const factor = installation.engine === 'postgres' ? postgresFactor : 1
  return { installation, seeded, all, readers, factor, peak: { memory: 0, scenario: '' } }
}

/** Has the product store what it keeps of chests in use: opens each once, and waits for the background work. */
async function storeSnapshots(million: Million): Promise<void> {
  const { installation, all } = million
  const since = performance.now()
  const server = await startServer({ entry: 'src/server/main.ts', ...installation })
  const stopWatch = watchMemory(million, server, 'snapshots')
  const client = clientOf(server)
  try {
    const { body } = await client.send(all, '/api/chest/user/')
    const { data } = JSON.parse(body) as { data: { id: number }[] }
    for (const { id } of data) await client.send(all, pageOf(id))
    say(`all chests were opened in ${secondsSince(since)} s`)
    for (let before = Number.NaN; !(server.processorMs() - before < idleProcessorMs); await pause(idleForMs))
      before = server.processorMs()
    say(`  and the background work ended after ${secondsSince(since)} s`)
  } finally {
    client.close()
    stopWatch()
    await server.stop()
  }
}

async function* measureSize({ installation, factor }: Million): AsyncGenerator<Figure> {
  const { whole, journal } = await bytesOfDatabase(installation)
  const ofItem = (bytes: number): number => bytes / millionSizes.items
  yield single(installation, 'million-size', ofItem(whole), {
    label: 'database, bytes an item',
    unit: 'bytes',
    limit: limits.bytesOfItem * factor,
    note: `of these ${ofItem(journal).toFixed(0)} for ${millionSizes.journal} rows of the journal`,
  })
}

/** Runs a scenario on a server of its own. A failure, such as the end of the server, is a missed figure. */
async function* onServer(
  million: Million,
  { profile }: Settings,
  name: string,
  scenario: Scenario,
): AsyncGenerator<Figure> {
  const server = await startServer({ entry: 'src/server/main.ts', ...million.installation, profile })
  const stopWatch = watchMemory(million, server, name)
  const failed = (why: string): Figure => ({
    ...single(million.installation, `million-${name}`, Number.POSITIVE_INFINITY, {
      label: `scenario ${name}, to its end`,
      unit: 'ms',
      note: why,
    }),
    verdicts: [{ asked: 'done', met: false }],
  })
  const end = new AbortController()
  const over = pause(longestMs, null, { signal: end.signal }).catch(() => null)
  try {
    await pause(500)
    const figures = scenario(million, server)
    for (;;) {
      const taken = figures.next()
      // It fails later, once the server is stopped.
      taken.catch(() => undefined)
      const next = await Promise.race([taken, over])
      if (next?.done === true) break
      if (next === null) {
        yield failed(`over ${longestMs / 1_000} s`)
        break
      }
      yield next.value
    }
  } catch (error) {
    yield failed(String(error))
  } finally {
    end.abort()
    stopWatch()
    await server.stop()
  }
}

const say = (line: string): void => void process.stdout.write(`  ${line}\n`)
const secondsSince = (since: number): number => Math.round((performance.now() - since) / 1_000)

/** Follows the memory of a server, which may end in its scenario. @returns a function that shows the highest */
function watchMemory({ peak }: Million, server: Server, scenario: string): () => void {
  let memory = 0
  const look = (): void => {
    try {
      memory = Math.max(memory, server.peakMemory() || 0)
    } catch {
      // The server has ended.
    }
  }
  const watch = setInterval(look, 100)
  return () => {
    clearInterval(watch)
    look()
    if (memory > peak.memory) Object.assign(peak, { memory, scenario })
    say(`highest memory in the scenario ${scenario}: ${memory.toFixed(0)} MiB`)
  }
}

async function* measureHuge(million: Million, server: Server): AsyncGenerator<Figure> {
  const { installation, seeded, all, factor } = million
  const client = clientOf(server)
  for (const { chestId } of usualOf(seeded).slice(0, usualWarmUps)) await client.send(all, pageOf(chestId))
  const { ms } = await client.send(all, pageOf(seeded.huge.chestId))
  client.close()
  yield single(installation, 'million-huge', ms, {
    label: 'chest of 100,000, first page, cold',
    unit: 'ms',
    limit: limits.hugeMs * factor,
  })
}

async function* measureUsual(million: Million, server: Server): AsyncGenerator<Figure> {
  const { installation, seeded, all, factor } = million
  const client = clientOf(server)
  const chests = usualOf(seeded)
  const times: number[] = []
  for (const { chestId } of chests.slice(0, usualWarmUps + usualPages)) {
    times.push((await client.send(all, pageOf(chestId))).ms)
    await pause(2)
  }
  client.close()
  const cold = times.slice(usualWarmUps)
  yield single(installation, 'million-usual', at(cold, 0.99), {
    label: `chest of ${usualItems}, first page, cold, p99`,
    unit: 'ms',
    limit: limits.usualP99Ms * factor,
    note: `median of ${cold.length}: ${at(cold, 0.5).toFixed(1)} ms`,
  })
}

async function* measureWide(million: Million, server: Server): AsyncGenerator<Figure> {
  const { installation, all, factor } = million
  const client = clientOf(server)
  const others = probeOf(million, server)
  await others.opened()
  const first = await client.search(all, 'messagerie lyon')
  yield {
    ...single(installation, 'million-wide-first', first.ms, {
      label: 'search by who reads everything, first',
      unit: 'ms',
    }),
    verdicts: [
      { asked: `at most ${limits.wideFirstMs * factor} ms`, met: first.ms <= limits.wideFirstMs * factor },
      { asked: 'of every chest', met: first.isWhole },
    ],
  }
  const searches = await warm((term) => client.search(all, term))
  const times = searches.map(({ ms }) => ms)
  const partial = searches.filter(({ isWhole }) => !isWhole).length
  const p99 = at(times, 0.99)
  yield {
    ...single(installation, 'million-wide-p99', p99, {
      label: '  then, p99',
      unit: 'ms',
      note: `median of ${times.length}: ${at(times, 0.5).toFixed(1)} ms; ${partial} incomplete`,
    }),
    verdicts: [
      { asked: `at most ${limits.wideP99Ms * factor} ms`, met: p99 <= limits.wideP99Ms * factor },
      { asked: 'of every chest', met: partial === 0 },
    ],
  }
  yield await othersMeanwhile(million, others, 'million-wide-others')
  client.close()
}

async function* measureNarrow(million: Million, server: Server): AsyncGenerator<Figure> {
  const { installation, readers, factor } = million
  const client = clientOf(server)
  const [first = '', ...people] = readers.slice(0, narrowPeople + 1)
  await client.search(first, 'messagerie')
  const cold: number[] = []
  for (const cookie of people) cold.push((await client.search(cookie, 'messagerie lyon')).ms)
  yield single(installation, 'million-narrow-cold', at(cold, 1), {
    label: 'search of 10,000 items in 20 chests, cold',
    unit: 'ms',
    limit: limits.narrowColdMs * factor,
    note: `the worst of ${cold.length}; median ${at(cold, 0.5).toFixed(1)} ms`,
  })
  const times = (await warm((term) => client.search(first, term))).map(({ ms }) => ms)
  yield single(installation, 'million-narrow-p99', at(times, 0.99), {
    label: '  warm, p99',
    unit: 'ms',
    limit: limits.narrowP99Ms * factor,
    note: `median of ${times.length}: ${at(times, 0.5).toFixed(1)} ms`,
  })
  client.close()
}

async function* measureCrowd(million: Million, server: Server): AsyncGenerator<Figure> {
  const { installation, readers, factor } = million
  const client = clientOf(server)
  const others = probeOf(million, server)
  await others.opened()
  const waiting = readers.entries()
  const since = performance.now()
  let partial = 0
  const searchAll = async (): Promise<void> => {
    for (const [index, cookie] of waiting) {
      const { isWhole } = await client.search(cookie, typed[index % typed.length] ?? '')
      if (!isWhole) partial += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, searchAll))
  const took = performance.now() - since
  yield {
    ...single(installation, 'million-crowd', took, {
      label: `${readers.length} people search, ${atOnce} at a time, all`,
      unit: 'ms',
    }),
    verdicts: [
      { asked: `at most ${limits.crowdMs * factor} ms`, met: took <= limits.crowdMs * factor },
      { asked: 'of every chest', met: partial === 0 },
    ],
  }
  yield await othersMeanwhile(million, others, 'million-crowd-others')
  const mixed = await sendMixed(million, client)
  yield single(installation, 'million-mixed', at(mixed, 0.99), {
    label: `${readers.length} people, one request a second, p99`,
    unit: 'ms',
    limit: limits.mixedP99Ms * factor,
    note: `median of ${mixed.length}: ${at(mixed, 0.5).toFixed(1)} ms`,
  })
  client.close()
}

/** Sends what each person does once a second, evenly spread and without waiting for replies. @returns the times */
async function sendMixed({ seeded, readers }: Million, client: Client): Promise<number[]> {
  const times: number[] = []
  const under: Promise<void>[] = []
  const everyMs = 1_000 / readers.length
  const since = performance.now()
  for (let sent = 0; sent < readers.length * mixedSeconds; sent += 1) {
    const due = since + sent * everyMs - performance.now()
    if (due > 0) await pause(due)
    const person = sent % readers.length
    const turn = Math.floor(sent / readers.length) + person
    const chests = seeded.groups[person % seeded.groups.length] ?? []
    const chest = chests[turn % chests.length] ?? seeded.huge
    const cookie = readers[person] ?? ''
    const calls = [
      () => client.send(cookie, pageOf(chest.chestId)),
      () => client.search(cookie, typed[turn % typed.length] ?? ''),
      () => client.send(cookie, pageOf(chest.chestId, 25)),
      () => client.send(cookie, '/api/session/state'),
      () => client.send(cookie, `/api/item/${chest.someItem}/copy`),
      () => client.send(cookie, `/api/chest/${chest.chestId}/tree/`),
      () => client.send(cookie, '/api/chest/user/'),
    ]
    const call = calls[turn % calls.length]
    if (call) under.push(call().then(({ ms }) => void times.push(ms)))
  }
  await Promise.all(under)
  return times
}

async function othersMeanwhile(
  { installation, factor }: Million,
  others: ReturnType<typeof startProbe>,
  name: string,
): Promise<Figure> {
  const { p99Ms, longestMs: longest } = await others.stop()
  return single(installation, name, p99Ms, {
    label: '  others meanwhile, p99',
    unit: 'ms',
    limit: limits.othersP99Ms * factor,
    note: `session state every 5 ms; the longest ${longest.toFixed(0)} ms`,
  })
}

const probeOf = ({ readers }: Million, server: Server) =>
  startProbe(server.url, headersOf(readers.at(-1) ?? ''), '/api/session/state')

/** Sends the typed terms in turn, as between key presses. */
async function warm<Result>(search: (term: string) => Promise<Result>): Promise<Result[]> {
  const found: Result[] = []
  const until = performance.now() + warmForMs
  while (found.length < warmSearches && performance.now() < until) {
    found.push(await search(typed[found.length % typed.length] ?? ''))
    await pause(2)
  }
  return found
}

const usualOf = ({ groups }: SeededMillion) => groups.flat().filter(({ items }) => items === usualItems)
const pageOf = (chestId: number, offset = 0): string =>
  `/api/explorer/data/?chestId=${chestId}&folderId=&offset=${offset}&limit=25`

const at = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

type Client = ReturnType<typeof clientOf>

/** Returns calls over kept-alive connections; a reply that is no success throws. */
function clientOf({ url }: Server) {
  const agent = new Agent({ keepAlive: true, maxSockets: millionSizes.readers })
  const send = (cookie: string, path: string, body?: object): Promise<{ ms: number; body: string }> => {
    const since = performance.now()
    const headers = { ...headersOf(cookie), ...(body && { 'content-type': 'application/json' }) }
    return new Promise((resolve, reject) => {
      const asked = request(url + path, { method: body ? 'POST' : 'GET', agent, headers }, (reply) => {
        const chunks: Buffer[] = []
        reply
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const ms = performance.now() - since
            const text = Buffer.concat(chunks).toString()
            if (reply.statusCode === 200) resolve({ ms, body: text })
            else reject(new Error(`${path} was answered ${reply.statusCode}: ${text.slice(0, 200)}`))
          })
      })
      asked.on('error', reject).end(body && JSON.stringify(body))
    })
  }
  return {
    send,
    /** @returns the time, and whether every chest was searched */
    search: async (cookie: string, text: string): Promise<{ ms: number; isWhole: boolean }> => {
      const { ms, body } = await send(cookie, '/api/search', { search: text, type: '' })
      return { ms, isWhole: body.endsWith('"incomplete":false}') }
    },
    close: () => agent.destroy(),
  }
}
