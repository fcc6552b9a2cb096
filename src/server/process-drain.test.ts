import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { sameOrigin } from './testing/app.ts'
import { testedEngines } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import {
  migratedInstallation,
  startServer,
  temporaryFolder,
  until,
  type ServerProcess,
} from './testing/process.ts'

const proof = 'x-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin'

/** A connection that stays open between requests. */
async function openConnection(url: string) {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  const ask = async (path: string): Promise<string> => {
    text = ''
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${proof}\r\n\r\n`)
    await until(() => text.includes('\r\n\r\n'))
    return text
  }
  return { ask, closed: once(socket, 'close') }
}

const startDraining = async (seconds: string): Promise<ServerProcess> =>
  startServer({ TROUSSEAU_DATA: temporaryFolder(), TROUSSEAU_DRAIN_SECONDS: seconds })

it('after SIGTERM a node reports itself as stopping first, and serves on until its draining ends', async () => {
  const server = await startDraining('60')
  const [idle, active, balancer] = await Promise.all([1, 2, 3].map(() => openConnection(server.url)))
  for (const one of [idle, active, balancer])
    expect(await one?.ask('/health/ready')).not.toMatch(/\r\nconnection: close\r\n/i)
  const ending = server.end('SIGTERM')
  await until(() => server.stdout().includes('"draining"'))

  const ready = await balancer?.ask('/health/ready')
  expect(ready).toMatch(/^HTTP\/1\.1 503 /)
  expect(ready).toMatch(/\r\nretry-after: 5\r\n/i)
  expect(ready).toMatch(/\r\nconnection: close\r\n/i)
  expect(ready).toContain('"STOPPING"')
  // A request of a balancer that has not noticed yet is answered, and its connection is used no more.
  const answer = await active?.ask('/api/session/state')
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  await active?.closed
  // So are new connections.
  for (let count = 0; count < 5; count += 1)
    expect(await (await openConnection(server.url)).ask('/health/live')).toMatch(/^HTTP\/1\.1 200 /)
  expect(server.stdout()).not.toContain('"stopping"')
  server.child.kill('SIGTERM')
  await idle?.closed
  expect((await ending).code).toBe(0)
})

it('draining ends by itself after the set time', async () => {
  const server = await startDraining('1')
  const { code, stdout } = await server.end('SIGTERM')
  expect(code).toBe(0)
  expect(stdout).toMatch(/"seconds":1,"msg":"draining"/)
})

it('Ctrl-C does not drain, and a second signal ends the draining', async () => {
  const [first, second] = await Promise.all([startDraining('60'), startDraining('60')])
  expect((await first.end('SIGINT')).code).toBe(0)
  const ending = second.end('SIGTERM')
  await until(() => second.stdout().includes('"draining"'))
  second.child.kill('SIGTERM')
  expect((await ending).code).toBe(0)
})

it('a node drains by default where another one can take over', () => {
  expect(readConfig({}).drainMs).toBe(0)
  expect(readConfig({ DATABASE_URL: 'postgres://t:t@localhost/t' }).drainMs).toBe(10_000)
})

/** Sends requests to the nodes that reported themselves as ready at the last check, over connections it keeps. */
function balance(urls: readonly string[]) {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const ask = (url: string, path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(url + path, { agent, headers: sameOrigin }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
      })
      sent.on('error', reject).end()
    })
  const check = async (url: string): Promise<void> => {
    while (!isOver) {
      const status = await ask(url, '/health/ready').catch(() => 0)
      if (status === 200) ready.add(url)
      else ready.delete(url)
      await pause(20)
    }
  }
  const turns = [0, 0, 0, 0]
  const person = async (_: number, index: number): Promise<void> => {
    for (let turn = 0; !isOver; turn += 1) {
      turns[index] = turn
      const url = [...ready][turn % Math.max(1, ready.size)]
      if (url === undefined) {
        await pause(1)
        continue
      }
      const outcome = await ask(url, '/api/session/state').catch((error: unknown) => String(error))
      if (outcome === 200) answered += 1
      else failures.push(`${url}: ${outcome}`)
    }
  }
  const work = [...urls.map(check), ...turns.map(person)]
  onTestFinished(() => {
    isOver = true
  })
  return {
    isReady: (url: string) => ready.has(url),
    answered: () => answered,
    /** Waits until everybody has chosen a node again. */
    nextTurn: () => {
      const before = [...turns]
      return until(() => turns.every((turn, index) => turn > (before[index] ?? 0) + 1))
    },
    end: async () => {
      isOver = true
      await Promise.all(work)
      agent.destroy()
      return { failures, answered }
    },
  }
}

describe.runIf(testedEngines.includes('postgres'))('two nodes behind a balancer', () => {
  it('restart one after the other under load, and no request fails', async () => {
    const installation = await migratedInstallation('postgres')
    const ports = [await freePort(), await freePort()]
    const start = (port: number): Promise<ServerProcess> =>
      startServer({ ...installation, TROUSSEAU_PORT: String(port), TROUSSEAU_DRAIN_SECONDS: '60' })
    const nodes = new Map<number, ServerProcess>()
    for (const port of ports) nodes.set(port, await start(port))
    const url = (port: number): string => nodes.get(port)?.url ?? ''
    const balancer = balance(ports.map(url))
    for (const port of ports) {
      await until(() => ports.every((each) => balancer.isReady(url(each))))
      const node = nodes.get(port)
      const ending = node?.end('SIGTERM')
      await until(() => !balancer.isReady(url(port)))
      await balancer.nextTurn()
      // The balancer has noticed: the draining need not last longer.
      node?.child.kill('SIGTERM')
      expect((await ending)?.code).toBe(0)
      nodes.set(port, await start(port))
    }
    await until(() => ports.every((each) => balancer.isReady(url(each))))
    await until(() => balancer.answered() > 100)
    const { failures, answered } = await balancer.end()
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(100)
  })
})
