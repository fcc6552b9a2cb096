/**
 * Replaces two nodes in turn behind a real HAProxy, then behind a real nginx, under load, and counts the requests that fail and
 * the acknowledged writes that are lost. It uses the configurations of docs/operations.md; only their addresses and files are
 * replaced. It needs PostgreSQL (scripts/with-postgres.mjs), HAProxy, nginx and openssl.
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
import { migrations } from '#server/platform/database/migrations/all.ts'
import { founder, foundAndSignIn, newChest } from '#server/testing/browser.ts'
import { freePort } from '#server/testing/free-port.ts'
import { balancerOf, createCertificate, untilReady } from './balanced.ts'
import { startLoad, type Account, type Load } from './rolling-load.ts'

/** The program of this folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The folders of the programs: of the nodes at first, and of those that replace them. Both run together for a time. */
type Versions = { readonly from: string; readonly to: string; readonly togetherMs: number }

/** The default of the installation, in seconds. */
const drainSeconds = 10
/** How long a node is ready before the next one stops: HAProxy needs two checks, nginx the end of its `fail_timeout`. */
const settleMs = 12_000
/** The accounts that sign in, besides the one that works. */
const signers = 8

const cluster = process.env['TROUSSEAU_TEST_POSTGRES']
if (!cluster) throw new Error('start it by npm run test:rolling-restart or test:rolling-upgrade')
// The certificate of this run is signed by itself.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
process.removeAllListeners('warning')

/** Everything that a run writes; deleted when it ends. */
export const folder = mkdtempSync(join(tmpdir(), 'trousseau-rolling-'))
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
// The default action of a signal runs no handler of `exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

/** Returns the runtime that a program brings. */
export const runtimeOf = (program: string): string => join(program, 'node_modules/.bin/node')

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

async function onBase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function createBase(url: string): Promise<string> {
  const name = `rolling_${randomUUID().replaceAll('-', '')}`
  await onBase(url, (client) => client.query(`create database ${name}`))
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

/** Runs a command of a program. @returns its exit code and what it said */
async function command(
  program: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  input = '',
): Promise<{ status: number | null; said: string }> {
  // Asynchronous: meanwhile this process notices the connections that end.
  const child = spawn(runtimeOf(program), ['src/server/trousseau.ts', ...args], { cwd: program, env })
  child.stdin.end(input)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, said }
}

/** Creates the accounts that sign in, by the command of the first version. */
const createAccounts = (program: string, env: NodeJS.ProcessEnv): Promise<Account[]> =>
  Promise.all(
    Array.from({ length: signers }, async (_, index) => {
      const login = `personne.${index + 1}`
      const names = ['--first-name', founder.firstName, '--last-name', founder.lastName]
      const options = ['--login', login, ...names, '--email', `${login}@exemple.fr`]
      const { status, said } = await command(
        program,
        env,
        ['create-admin', ...options],
        `${founder.password}\n`,
      )
      if (status !== 0) throw new Error(`create-admin: ${said}`)
      return { login, password: founder.password }
    }),
  )

async function pendingOn(base: string): Promise<readonly (typeof migrations)[number][]> {
  const { rows } = await onBase(base, (client) => client.query<{ id: string }>('select id from migrations'))
  const known = new Set(rows.map(({ id }) => id))
  return migrations.filter(({ id }) => !known.has(id))
}

/**
 * Asks `upgrade-check` of the new version, while nodes of the former one run.
 * @returns whether the nodes may be replaced in turn
 * @throws Error if it says anything else than what its migrations declare
 */
async function mayReplaceInTurn(to: string, env: NodeJS.ProcessEnv, base: string): Promise<boolean> {
  const pending = await pendingOn(base)
  const stopping = pending.filter(({ olderNodes }) => olderNodes === 'stop').map(({ id }) => id)
  const { status, said } = await command(to, env, ['upgrade-check'])
  if (status !== (stopping.length === 0 ? 0 : 1))
    throw new Error(`upgrade-check ended with ${status}: ${said}`)
  console.log(`  migrations of the upgrade: ${pending.map(({ id }) => id).join(', ') || 'none'}`)
  if (stopping.length > 0)
    console.log(`  ${stopping.join(', ')} stop older nodes, and upgrade-check refuses while these run`)
  return stopping.length === 0
}

/** Stops each node in turn and starts the new version in its place. The load goes on. */
async function replaceNodes(
  nodes: ChildProcess[],
  start: (index: number) => Promise<ChildProcess>,
  togetherMs: number,
): Promise<void> {
  await pause(settleMs)
  for (const [index, node] of nodes.entries()) {
    const since = performance.now()
    const ended = once(node, 'exit')
    node.kill('SIGTERM')
    await ended
    const endedAt = performance.now()
    nodes[index] = await start(index)
    const [down, up] = [endedAt - since, performance.now() - endedAt].map((ms) => (ms / 1_000).toFixed(1))
    console.log(`  node ${index + 1}: ended after ${down} s, its successor ready ${up} s later`)
    await pause(index === 0 ? togetherMs : settleMs)
  }
}

/** Compares what was acknowledged with what is stored. @returns whether nothing was lost and nothing stored twice */
async function isKept({ acknowledged }: Load, base: string, chestId: number): Promise<boolean> {
  const { rows } = await onBase(base, (client) =>
    client.query<{ id: string }>('select id from items where chest_id = $1', [chestId]),
  )
  const stored = new Set(rows.map(({ id }) => Number(id)))
  const lost = [...acknowledged].filter((id) => !stored.has(id)).length
  const surplus = stored.size - acknowledged.size + lost
  console.log(
    `  acknowledged writes: ${acknowledged.size}, lost: ${lost}, stored without an answer: ${surplus}`,
  )
  return lost === 0 && surplus === 0
}

async function replaceInTurn(
  name: 'haproxy' | 'nginx',
  { from, to, togetherMs }: Versions,
): Promise<boolean> {
  const ports = [await freePort(), await freePort()]
  const publicPort = await freePort()
  const publicUrl = `https://localhost:${publicPort}`
  const base = await createBase(cluster ?? '')
  const env = {
    ...process.env,
    DATABASE_URL: base,
    TROUSSEAU_ROOT_KEY: `1:${randomBytes(32).toString('base64')}*`,
    TROUSSEAU_PUBLIC_URL: publicUrl,
    TROUSSEAU_TRUSTED_PROXIES: '127.0.0.1',
    TROUSSEAU_DRAIN_SECONDS: String(drainSeconds),
  }
  const dataOf = (index: number): string => join(folder, `node-${ports[index]}`)
  // As an operator who types a command on the first node.
  const commandEnv = { ...env, TROUSSEAU_DATA: dataOf(0) }
  let said = ''
  const startNode = async (index: number, program: string): Promise<ChildProcess> => {
    const port = ports[index] ?? 0
    const own = { ...env, TROUSSEAU_PORT: String(port), TROUSSEAU_DATA: dataOf(index) }
    const node = launch(runtimeOf(program), ['src/server/main.ts'], { env: own, cwd: program })
    node.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await untilReady(`http://127.0.0.1:${port}`).catch((error: Error) => {
      throw new Error(`${error.message}: ${said}`)
    })
    return node
  }
  console.log(`${name}:`)
  const nodes = [await startNode(0, from), await startNode(1, from)]
  if (from !== to && !(await mayReplaceInTurn(to, commandEnv, base))) {
    await endAll(nodes)
    return true
  }
  const [program, ...args] = balancerOf(name, { folder, ports, publicPort })
  const balancer = launch(program, args)
  let balanced = ''
  balancer.stderr?.on('data', (chunk: Buffer) => (balanced += chunk.toString()))
  await untilReady(publicUrl)
  const person = await foundAndSignIn(publicUrl, /\/setup#(\S+)/.exec(said)?.[1] ?? null)
  const accounts = await createAccounts(from, commandEnv)
  const chestId = await newChest(person)

  const load = await startLoad({ publicUrl, cookies: person.cookies, chestId, accounts })
  await replaceNodes(nodes, (index) => startNode(index, to), togetherMs)
  await load.stop()
  await endAll([...nodes, balancer])
  for (const line of load.report()) console.log(`  ${line}`)
  const pending = await pendingOn(base)
  if (pending.length > 0) throw new Error(`${pending.length} migrations did not run`)
  const areWritesKept = await isKept(load, base, chestId)
  console.log(`  failed requests: ${load.failures.length}`)
  for (const failure of load.failures.slice(0, 20)) console.log(`    ${failure}`)
  // Which server it took out, and why: a machine that is too slow for its checks fails as a node that is away does.
  if (load.failures.length > 0) console.log(balanced)
  return load.isWhole() && areWritesKept
}

async function endAll(processes: readonly ChildProcess[]): Promise<void> {
  for (const child of processes) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    // The second one ends the draining.
    child.kill('SIGTERM')
    await ended
  }
}

/** Replaces the nodes behind each balancer. @returns whether no request failed and no acknowledged write was lost */
export async function rollBehindEach(versions: Partial<Versions> = {}): Promise<boolean> {
  createCertificate(folder)
  const all = { from: root, to: root, togetherMs: settleMs, ...versions }
  const outcomes: boolean[] = []
  for (const name of ['haproxy', 'nginx'] as const) outcomes.push(await replaceInTurn(name, all))
  return outcomes.every(Boolean)
}
