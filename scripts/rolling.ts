/**
 * Replaces two nodes in turn behind a real HAProxy, then behind a real nginx, under load, and counts the requests that fail. It
 * uses the configurations of docs/operations.md; only their addresses and files are replaced. It needs PostgreSQL
 * (scripts/with-postgres.mjs), HAProxy, nginx and openssl.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { foundAndSignIn, newChest, newHttpBrowser } from '#server/testing/browser.ts'
import { freePort } from '#server/testing/free-port.ts'
import { balancerOf, createCertificate, untilReady } from './balanced.ts'

/** The program of this folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders of the programs: of the nodes at first, and of those that replace them. Both run together for a time. */
type Versions = { readonly from: string; readonly to: string; readonly togetherMs: number }

/** The default of the installation, in seconds. */
const drainSeconds = 10
/** How long a node is ready before the next one stops: HAProxy needs two checks, nginx the end of its `fail_timeout`. */
const settleMs = 12_000
const readers = 4
const writers = 2

const cluster = process.env['TROUSSEAU_TEST_POSTGRES']
if (!cluster) throw new Error('start it by npm run test:rolling-restart')
// The certificate of this run is signed by itself.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
process.removeAllListeners('warning')

const folder = mkdtempSync(join(tmpdir(), 'trousseau-rolling-'))
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function launch(
  command: string,
  args: readonly string[],
  { env = process.env, cwd = root }: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): ChildProcess {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

async function createBase(url: string): Promise<string> {
  const name = `rolling_${randomUUID().replaceAll('-', '')}`
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Fetches a page, then its scripts and styles, as a browser does. @throws Error for an asset that is not found */
async function openPage(url: string): Promise<{ status: number }> {
  const reply = await fetch(`${url}/routes/explorer`)
  const assets = [...(await reply.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
    ([, path]) => path,
  )
  if (reply.status !== 200 || assets.length === 0)
    return { status: reply.status === 200 ? 500 : reply.status }
  for (const path of assets) {
    const asset = await fetch(`${url}${path}`)
    await asset.arrayBuffer()
    if (asset.status !== 200) throw new Error(`${path} answered ${asset.status}`)
  }
  return { status: 200 }
}

async function replaceInTurn(
  name: 'haproxy' | 'nginx',
  { from, to, togetherMs }: Versions,
): Promise<boolean> {
  const ports = [await freePort(), await freePort()]
  const publicPort = await freePort()
  const publicUrl = `https://localhost:${publicPort}`
  const env = {
    ...process.env,
    DATABASE_URL: await createBase(cluster ?? ''),
    TROUSSEAU_ROOT_KEY: `1:${randomBytes(32).toString('base64')}*`,
    TROUSSEAU_PUBLIC_URL: publicUrl,
    TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1',
    TROUSSEAU_DRAIN_SECONDS: String(drainSeconds),
  }
  let said = ''
  const startNode = async (port: number, cwd: string): Promise<ChildProcess> => {
    const own = { ...env, TROUSSEAU_PORT: String(port), TROUSSEAU_DATA: join(folder, `node-${port}`) }
    const node = launch(process.execPath, ['src/server/main.ts'], { env: own, cwd })
    node.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await untilReady(`http://127.0.0.1:${port}`)
    return node
  }
  const nodes = [await startNode(ports[0] ?? 0, from), await startNode(ports[1] ?? 0, from)]
  const [program, ...args] = balancerOf(name, { folder, ports, publicPort })
  const balancer = launch(program, args)
  balancer.stderr?.resume()
  await untilReady(publicUrl)
  const person = await foundAndSignIn(publicUrl, /\/setup#(\S+)/.exec(said)?.[1] ?? null)
  const chestId = await newChest(person)

  let isOver = false
  let answered = 0
  let created = 0
  let opened = 0
  const failures: string[] = []
  const repeat = async (ask: () => Promise<{ status: number }>, onAnswer: () => void): Promise<void> => {
    while (!isOver) {
      const outcome = await ask().then(
        ({ status }) => status,
        (error: Error) => `${error.message}: ${String(error.cause)}`,
      )
      if (outcome === 200 || outcome === 201) onAnswer()
      else failures.push(`${new Date().toISOString()} ${outcome}`)
      await pause(5)
    }
  }
  const work = [
    ...Array.from({ length: readers }, () => {
      const browser = newHttpBrowser(publicUrl, person.cookies)
      return repeat(
        () => browser.get(`/api/chest/${chestId}/tree/`),
        () => (answered += 1),
      )
    }),
    ...Array.from({ length: writers }, () => {
      const browser = newHttpBrowser(publicUrl, person.cookies)
      const item = { chestId, name: 'Serveur', password: 'secret' }
      return repeat(
        () => browser.post('/api/item/', item),
        () => (created += 1),
      )
    }),
  ]
  work.push(
    repeat(
      () => openPage(publicUrl),
      () => (opened += 1),
    ),
  )
  await pause(settleMs)
  for (const [index, node] of nodes.entries()) {
    const ended = once(node, 'exit')
    node.kill('SIGTERM')
    await ended
    nodes[index] = await startNode(ports[index] ?? 0, to)
    await pause(index === 0 ? togetherMs : settleMs)
  }
  isOver = true
  await Promise.all(work)
  for (const child of [...nodes, balancer]) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    // The second one ends the draining.
    child.kill('SIGTERM')
    await ended
  }
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)
  console.log(
    `${name}: ${answered} reads, ${created} creations and ${opened} pages with their scripts answered, ${failures.length} failed`,
  )
  return failures.length === 0 && answered > 0 && created > 0 && opened > 0
}

/** Replaces the nodes behind each balancer. @returns whether no request failed */
export async function rollBehindEach(versions: Partial<Versions> = {}): Promise<boolean> {
  createCertificate(folder)
  const all = { from: root, to: root, togetherMs: settleMs, ...versions }
  const outcomes: boolean[] = []
  for (const name of ['haproxy', 'nginx'] as const) outcomes.push(await replaceInTurn(name, all))
  return outcomes.every(Boolean)
}
