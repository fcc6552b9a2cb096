import { mkdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { openKeys } from '../src/server/platform/crypto/key-holder.ts'
import type { Engine } from '../src/server/platform/database/engine.ts'
import { migrate } from '../src/server/platform/database/migrate.ts'
import { migrations } from '../src/server/platform/database/migrations/all.ts'
import { openDatabase } from '../src/server/platform/database/open.ts'
import { confirmFor } from '../src/server/installation.ts'
import { makeInstallation, type Installation } from './installation.ts'
import { headersOf } from './loads.ts'
import type { Figure } from './report.ts'
import { addAccount, addSession, type Account } from './seed.ts'
import { startServer, type Server } from './server.ts'
import { single } from './singles.ts'

const p99LimitMs = 400
const attack = { perSecond: 200, networks: 5_000, seconds: 15 } as const
/** Interval between honest sign-ins. */
const honestEveryMs = 100
const people = 20

/** An address of an office whose people signed in lately, and addresses without any earlier sign-in. */
const office = '192.0.2.10'
const newcomer = (at: number): string => `203.0.113.${at % 250}`

/** Unlocks of one user's own guardian chest with the right master key: `atOnce` connections. */
const unlocks = { masterKey: 'Cheval-Agrafe-42-Nuage!', atOnce: 45, everyMs: 250, seconds: 15 } as const

type SeededSignIn = { readonly accounts: readonly Account[]; readonly cookie: string }

async function seedSignIn(installation: Installation): Promise<SeededSignIn> {
  const config = readConfig(installation.env(0))
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  const database = await openDatabase(installation.databaseOptions)
  await migrate(database, migrations)
  const keys = await openKeys(
    config,
    { warn: () => undefined },
    async () => true,
    confirmFor(database, config),
  )
  const accounts: Account[] = []
  for (let index = 1; index <= people; index += 1)
    accounts.push(await addAccount(database, keys, `personne.${index}`))
  const known = { network: office, since: 0, tries: 0, known_at: Date.now() }
  await database.db.insertInto('sign_in_networks').values(known).execute()
  const reader = await addAccount(database, keys, 'lectrice')
  const cookie = await addSession(database, reader.id)
  await database.close()
  return { accounts, cookie }
}

/** Measures honest sign-ins during 200 guesses a second, from one network and from thousands. */
export async function* measureSignInUnderAttack(engine: Engine): AsyncGenerator<Figure> {
  const installation = await makeInstallation(engine)
  try {
    const { accounts, cookie } = await seedSignIn(installation)
    const server = await startServer({
      entry: 'src/server/main.ts',
      folder: installation.folder,
      env: (port) => ({ ...installation.env(port), TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1' }),
    })
    try {
      await pause(500)
      const quiet = await honest(server, accounts, { from: () => office, seconds: 4 })
      const attacked = async (networks: number, from: (at: number) => string): Promise<Honest> => {
        const stop = startAttack(server, networks)
        const waits = await honest(server, accounts, { from, seconds: attack.seconds })
        await stop()
        return waits
      }
      const note = `with nobody guessing: median ${at(quiet.times, 0.5)} ms, p99 ${at(quiet.times, 0.99)} ms`
      for (const [label, networks, from] of [
        ['one network', 1, () => office],
        ['5,000 networks', attack.networks, () => office],
        ['5,000 networks, newcomers', attack.networks, newcomer],
      ] as const) {
        const { times, served, refused } = await attacked(networks, from)
        yield single(installation, 'sign-in', at(times, 0.99), {
          label: `sign-in, p99, 200 guesses/s from ${label}`,
          unit: 'ms',
          // During a flood, newcomers wait for a minute.
          ...(label.includes('newcomers') ? {} : { limit: p99LimitMs }),
          note: `${served} served, ${refused} told to wait; ${note}`,
        })
      }
      const stop = await startUnlocks(server, cookie)
      const beside = await honest(server, accounts, { from: () => office, seconds: unlocks.seconds })
      const opened = await stop()
      yield single(installation, 'sign-in', at(beside.times, 0.99), {
        label: `sign-in, p99, one person opens a chest ${unlocks.atOnce} times at once`,
        unit: 'ms',
        limit: p99LimitMs,
        note: `${beside.served} served, ${beside.refused} told to wait; the chest was opened ${opened} times; ${note}`,
      })
    } finally {
      await server.stop()
    }
  } finally {
    await installation.remove()
  }
}

type Honest = { times: number[]; served: number; refused: number }

/** Sends right passwords at a steady pace, without waiting for replies; only successes count as times. */
async function honest(
  server: Server,
  accounts: readonly Account[],
  { from, seconds }: { from: (at: number) => string; seconds: number },
): Promise<Honest> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const result: Honest = { times: [], served: 0, refused: 0 }
  const under: Promise<void>[] = []
  for (let count = 0; count < (seconds * 1_000) / honestEveryMs; count += 1) {
    const account = accounts[count % accounts.length]
    if (!account) throw new Error('nobody to sign in')
    const since = performance.now()
    under.push(
      step1(server, agent, { ...account, from: from(count) }).then((status) => {
        if (status === 200) {
          result.times.push(performance.now() - since)
          result.served += 1
        } else if (status === 429) result.refused += 1
        else throw new Error(`an honest sign-in was answered ${status}`)
      }),
    )
    await pause(honestEveryMs)
  }
  await Promise.all(under)
  agent.destroy()
  return result
}

/** Guesses at unknown logins: an account would be blocked after five. @returns a function that stops it */
function startAttack(server: Server, networks: number): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 })
  const under = new Set<Promise<unknown>>()
  let sent = 0
  const since = performance.now()
  const timer = setInterval(() => {
    for (; sent < ((performance.now() - since) / 1_000) * attack.perSecond; sent += 1) {
      const network = sent % networks
      const guess = step1(server, agent, {
        login: `inconnu.${sent}`,
        password: 'mot de passe au hasard',
        from: `10.${network >> 8}.${network & 255}.1`,
      }).finally(() => under.delete(guess))
      under.add(guess)
    }
  }, 10)
  return async () => {
    clearInterval(timer)
    await Promise.all(under)
    agent.destroy()
  }
}

/** Unlocks a user's own guardian chest repeatedly. @returns a function that stops it and returns the number */
async function startUnlocks(server: Server, cookie: string): Promise<() => Promise<number>> {
  const headers = { ...headersOf(cookie), 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { masterKey, atOnce, everyMs } = unlocks
  const made = await post('/api/user/chest', { name: 'Direction', masterKey })
  if (made.status !== 201) throw new Error(`a guardian chest was answered ${made.status}`)
  const { id: chestId } = (await made.json()) as { id: number }
  let isOver = false
  let opened = 0
  const again = async (): Promise<void> => {
    while (!isOver) {
      const next = pause(everyMs)
      const reply = await post('/api/masterkey/verify', { chestId, masterkey: masterKey })
      await reply.arrayBuffer()
      if (reply.status === 200) opened += 1
      else if (reply.status !== 429) throw new Error(`the right master key was answered ${reply.status}`)
      await next
    }
  }
  const under = Array.from({ length: atOnce }, again)
  return async () => {
    isOver = true
    await Promise.all(under)
    return opened
  }
}

/** @returns the status */
function step1(
  server: Server,
  agent: Agent,
  { login, password, from }: { login: string; password: string; from: string },
): Promise<number> {
  const headers = { ...headersOf(''), 'content-type': 'application/json', 'x-forwarded-for': from }
  return new Promise((resolve, reject) => {
    const asked = request(`${server.url}/api/auth/step1`, { method: 'POST', agent, headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    })
    asked.on('error', reject).end(JSON.stringify({ login, password, type: 'LOCAL', source: 'web' }))
  })
}

const at = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)
}
