import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { refusals } from '#domain/platform/refusals.ts'
import { errorTexts } from '#texts/platform/errors.ts'
import {
  expectStatus,
  foundAndSignIn,
  newChest,
  newHttpBrowser,
  type HttpBrowser,
} from './testing/browser.ts'
import { eachEngine } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import {
  migratedInstallation,
  startServer,
  temporaryFolder,
  until,
  type Settings,
} from './testing/process.ts'

/** A connection written by hand; `rest` is everything received until the other side closes. */
async function openSocket(url: string): Promise<{ socket: Socket; rest: Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let text = ''
  const rest = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  return { socket, rest }
}

it('on SIGTERM the server finishes requests in flight, refuses others and exits with 0', async () => {
  const server = await startServer({ TROUSSEAU_DATA: temporaryFolder() })
  const body = JSON.stringify({ login: 'personne', password: 'x', type: 'LOCAL', source: 'web' })
  const sameOrigin = 'x-requested-with: XMLHttpRequest\r\nsec-fetch-site: same-origin\r\n'
  const begun = await openSocket(server.url)
  begun.socket.write(
    `POST /api/auth/step1 HTTP/1.1\r\nhost: x\r\n${sameOrigin}content-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 20)}`,
  )
  const late = await openSocket(server.url)
  late.socket.write('GET /health/ready HTTP/1.1\r\nhost: x\r\n')
  // Both have reached the server: a third, whole request sent later was answered.
  expectStatus(await newHttpBrowser(server.url).get('/health/live'), 200)

  const ended = server.end('SIGTERM')
  await until(() => server.stdout().includes('"stopping"'))
  late.socket.write('\r\n')
  const refused = await late.rest
  expect(refused).toMatch(/^HTTP\/1\.1 503 /)
  expect(refused).toMatch(/\r\nretry-after: 5\r\n/i)
  expect(refused).toContain(JSON.stringify({ code: 'STOPPING', message: errorTexts.STOPPING }))
  // New connections are refused too, a load balancer's among them.
  for (const path of ['/health/ready', '/api/session', '/auth'])
    expectStatus(await newHttpBrowser(server.url).get(path), 503)

  begun.socket.write(body.slice(20))
  expect(await begun.rest).toMatch(new RegExp(`^HTTP/1\\.1 ${refusals.SIGN_IN_FAILED} `))
  const { code, stderr } = await ended
  // Keep-alive connections are closed as idle ones, long before the time limit of requests in flight.
  expect(server.stdout()).not.toContain('requests cut off')
  expect(code).toBe(0)
  await expect(openSocket(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(server.stdout().trimEnd().split('\n').at(-1)).toContain('"stopped"')
})

it('the server also stops when its terminal is closed', async () => {
  const server = await startServer({ TROUSSEAU_DATA: temporaryFolder() })
  const { code, stdout } = await server.end('SIGHUP')
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n').at(-1)).toContain('"stopped"')
})

/** Runs work on each item, eight concurrently. */
async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

const creations = 500
const killAfter = 120

/** Creates items concurrently and kills the server in the middle. @returns the acknowledged ones */
async function createUntilKilled(
  browser: HttpBrowser,
  chestId: number,
  kill: () => void,
): Promise<Map<number, number>> {
  const acknowledged = new Map<number, number>()
  const one = async (number: number): Promise<void> => {
    const item = { chestId, name: `Serveur ${number}`, password: `secret ${number}` }
    const { id } = expectStatus(await browser.post('/api/item/', item), 201).body as { id: number }
    acknowledged.set(id, number)
    if (acknowledged.size === killAfter) kill()
  }
  await Promise.allSettled(Array.from({ length: creations }, (_, number) => one(number)))
  return acknowledged
}

eachEngine((engine) => {
  it('a server killed amid 500 creations has stored every acknowledged one', async () => {
    const settings: Settings = {
      ...(await migratedInstallation(engine)),
      TROUSSEAU_PORT: String(await freePort()),
    }
    const server = await startServer(settings)
    const browser = await foundAndSignIn(server.url, server.setupToken())
    const chestId = await newChest(browser)
    const acknowledged = await createUntilKilled(browser, chestId, () => server.child.kill('SIGKILL'))
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter)
    expect(acknowledged.size).toBeLessThan(creations)

    const again = await startServer(settings)
    await inTurns([...acknowledged], async ([id, number]) => {
      const item = expectStatus(await browser.get(`/api/item/${id}`), 200).body
      expect(item).toMatchObject({ id, name: `Serveur ${number}`, chest_id: chestId })
      expect((await browser.get(`/api/item/${id}/copy`)).body).toBe(`secret ${number}`)
    })
    const more = await browser.post('/api/item/', { chestId, name: 'Après', password: 'secret' })
    expect(more.status).toBe(201)
    expect((await again.end('SIGTERM')).code).toBe(0)

    if (engine === 'sqlite') {
      const file = new DatabaseSync(join(settings['TROUSSEAU_DATA'] ?? '', 'trousseau.db'))
      expect(file.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
      expect(file.prepare('pragma foreign_key_check').all()).toEqual([])
      file.close()
    }
  })
})
