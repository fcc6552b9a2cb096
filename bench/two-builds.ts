/**
 * What a change of costs costs: this build and a former one in one run, their windows in turn, so that other work of the
 * machine affects both. `node bench/two-builds.ts --former FOLDER [--rounds 9] [--seconds 2]`; the folder holds the former
 * sources with their modules and built pages. Each build seeds and serves an installation of its own, on SQLite.
 */
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measureLoad, type Call, type Load } from './load.ts'
import { explorerLoad, headersOf } from './loads.ts'
import type { Account } from './seed.ts'
import { startServer, type Server } from './server.ts'

const { values } = parseArgs({
  options: {
    former: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '2' },
  },
})
if (values.former === undefined) throw new Error('--former FOLDER is missing')
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]

const limits = { unlock: 2.3, signIn: 2.2, rate: 0.98, peakMiB: 300 } as const
const masterKey = 'Cheval-Agrafe-42-Nuage!'
const people = 20
const items = 2_000
/** Unlocks and sign-ins in one window: processor time is counted in hundredths of a second. */
const unlocksAWindow = 4
const signInsAWindow = 12
const unlocksForMemory = 100
const restMs = 20_000

type Side = {
  readonly server: Server
  readonly folder: string
  readonly cookie: string
  readonly accounts: readonly Account[]
  readonly guardian: number
  readonly session: Load
  readonly reading: Load
  remove(): Promise<void>
}

/** Seeds an installation with a build's own code, and starts its server. */
async function startSide(root: string): Promise<Side> {
  const of = <Module>(file: string): Promise<Module> => import(resolve(root, 'bench', file))
  const { makeInstallation, beginSeeding, closeSeeded } =
    await of<typeof import('./installation.ts')>('installation.ts')
  const { addAccount, addBank, addSession } = await of<typeof import('./seed.ts')>('seed.ts')
  const { addContent } = await of<typeof import('./seed-content.ts')>('seed-content.ts')
  const { insertChest } = await of<typeof import('../src/server/vault/chests/chest-rows.ts')>(
    '../src/server/vault/chests/chest-rows.ts',
  )
  const { neverLocked } = await of<typeof import('#server/access/locate.ts')>(
    '../src/server/access/locate.ts',
  )
  const installation = await makeInstallation('sqlite')
  const { database, keys, chestKeys } = await beginSeeding(installation)
  const accounts: Account[] = []
  for (let index = 1; index <= people; index += 1)
    accounts.push(await addAccount(database, keys, `personne.${index}`))
  const reader = await addAccount(database, keys, 'lectrice')
  const bankId = await addBank(database, [reader.id])
  const cookie = await addSession(database, reader.id)
  const big = await database.db.transaction().execute(async (tx) => {
    const row = { name: 'Lecture', description: '', createdBy: reader.id, at: Date.now(), bankId }
    const chest = await insertChest(tx, chestKeys, row)
    const key = await chestKeys.open(tx, { id: chest.id, ...neverLocked, keyVersion: 1 })
    return addContent(tx, { chestId: chest.id, key, userId: reader.id }, { items })
  })
  await closeSeeded(database, 'sqlite')
  const { folder } = installation
  const server = await startServer({
    entry: resolve(root, 'src/server/main.ts'),
    folder,
    env: (port) => installation.env(port),
  })
  const made = await post(server, cookie, '/api/user/chest', { name: 'Direction', masterKey })
  if (made.status !== 201) throw new Error(`a guardian chest was answered ${made.status}`)
  const { id: guardian } = (await made.json()) as { id: number }
  const call: Call = { method: 'GET', path: '/api/session' }
  return {
    server,
    folder,
    cookie,
    accounts,
    guardian,
    session: { headers: headersOf(cookie), calls: [call] },
    reading: explorerLoad({ cookie, big }),
    remove: async () => {
      await server.stop()
      await installation.remove()
    },
  }
}

const post = (server: Server, cookie: string, path: string, body: object): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { ...headersOf(cookie), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function unlock({ server, cookie, guardian }: Side): Promise<void> {
  const reply = await post(server, cookie, '/api/masterkey/verify', {
    chestId: guardian,
    masterkey: masterKey,
  })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`the right master key was answered ${reply.status}`)
}

/** Returns the processor time of an unlock, in milliseconds. */
async function unlockMs(side: Side): Promise<number> {
  const before = side.server.processorMs()
  for (let count = 0; count < unlocksAWindow; count += 1) await unlock(side)
  return (side.server.processorMs() - before) / unlocksAWindow
}

/** Returns the median time of sign-ins one after the other, in milliseconds. */
async function signInMs({ server, accounts }: Side, round: number): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < signInsAWindow; count += 1) {
    const { login, password } = accounts[(round * signInsAWindow + count) % people] as Account
    const since = performance.now()
    const reply = await post(server, '', '/api/auth/step1', { login, password, type: 'LOCAL', source: 'web' })
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`a sign-in was answered ${reply.status}`)
    times.push(performance.now() - since)
  }
  return median(times)
}

const perSecond = async ({ server, folder }: Side, load: Load): Promise<number> =>
  (await measureLoad(server, load, { seconds, rounds: 1 }, folder)).perSecond

/** Unlocks two at a time. @returns the highest resident memory above the idle one, and what stays of it after a rest */
async function memoryOf(side: Side): Promise<{ peak: number; rest: number }> {
  const idle = side.server.memory()
  const some = async (): Promise<void> => {
    for (let count = 0; count < unlocksForMemory / 2; count += 1) await unlock(side)
  }
  await Promise.all([some(), some()])
  const peak = side.server.peakMemory() - idle
  await pause(restMs)
  return { peak, rest: side.server.memory() - idle }
}

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN

const sides = [await startSide(resolve(values.former)), await startSide('.')] as const
const [former, present] = sides
try {
  await pause(2_000)
  const measures = {
    'unlock, processor time': { take: unlockMs, unit: 'ms', most: limits.unlock },
    'sign-in, p50': { take: signInMs, unit: 'ms', most: limits.signIn },
    'session, requests': {
      take: (side: Side) => perSecond(side, side.session),
      unit: '/s',
      least: limits.rate,
    },
    'reading, requests': {
      take: (side: Side) => perSecond(side, side.reading),
      unit: '/s',
      least: limits.rate,
    },
  }
  // Memory first: what a load leaves would count as idle.
  const memory = { before: await memoryOf(former), now: await memoryOf(present) }
  for (const [name, { before, now }] of [['resident memory, two unlocks at a time', memory]] as const)
    process.stdout.write(
      `${name}: +${Math.round(before.peak)} MiB before, +${Math.round(now.peak)} MiB now ` +
        `(at most ${limits.peakMiB}: ${now.peak <= limits.peakMiB}); ` +
        `after a rest +${Math.round(before.rest)} and +${Math.round(now.rest)} MiB\n`,
    )
  for (const [name, measure] of Object.entries(measures)) {
    const figures: { before: number; now: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      // The order alternates too: what drifts within a round favours neither.
      const isFormerFirst = round % 2 === 0
      const first = await measure.take(isFormerFirst ? former : present, round)
      const second = await measure.take(isFormerFirst ? present : former, round)
      figures.push(isFormerFirst ? { before: first, now: second } : { before: second, now: first })
    }
    const ratio = median(figures.map(({ before, now }) => now / before))
    const isMet = 'most' in measure ? ratio <= measure.most : ratio >= measure.least
    const asked = 'most' in measure ? `at most ${measure.most}` : `at least ${measure.least}`
    const [before, now] = [median(figures.map((one) => one.before)), median(figures.map((one) => one.now))]
    process.stdout.write(
      `${name}: ${before.toFixed(1)} ${measure.unit} before, ${now.toFixed(1)} ${measure.unit} now, ` +
        `ratio ${ratio.toFixed(2)} (${asked}: ${isMet})\n`,
    )
  }
} finally {
  for (const side of sides) await side.remove()
}
