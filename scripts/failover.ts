/**
 * `npm run test:failover`: three PostgreSQL under Patroni and etcd, three nodes behind HAProxy. Under load, the primary is
 * killed, switched over, then cut off from the network. It prints the acknowledged writes that were lost or stored twice,
 * the seconds without writes, and the requests that were refused at first, and that failed after a browser's repetition. It
 * uses the configurations of docs/operations.md; only names, addresses and files are replaced.
 *
 * As root on Debian: apt-get install -y patroni etcd-server haproxy postgresql iproute2 openssl
 *
 * Each database has a network of its own. All networks and processes belong to namespaces that end with the script.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { sameOrigin } from '#server/testing/app.ts'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser } from '#server/testing/browser.ts'
import { createCertificate, untilReady } from './balanced.ts'

const cluster = new URL('postgres-cluster.mjs', import.meta.url).href
const { findBinaries } = (await import(cluster)) as { findBinaries: () => string | undefined }
const root = fileURLToPath(new URL('..', import.meta.url))
const numbers = [1, 2, 3] as const
const readers = 10
/** How long a primary stays cut off: longer than the `ttl` of Patroni, in milliseconds. */
const cutOffMs = 40_000
/** The time for what a step has changed to heal, in milliseconds. */
const healingMs = 120_000
/** The pauses after which a browser repeats a request, in milliseconds: src/web/platform/api/cache.ts and creations.ts. */
const pausesMs = [500, 1_000, 2_000] as const
/** Reads must outlive a loss of this length: it is what the nodes bridge, in milliseconds. */
const bridgedMs = 3_000

/** Says in one sentence what is missing, if anything is. */
function missing(): string | null {
  if (process.getuid?.() !== 0) return 'run it as root: it creates networks of its own'
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']
  const programs = {
    patroni: 'patroni',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    ip: 'iproute2',
    openssl: 'openssl',
  }
  for (const [program, debian] of Object.entries(programs))
    if (!folders.some((folder) => existsSync(join(folder, program))))
      return `${program} is not installed: as root on Debian, apt-get install -y ${debian}`
  return findBinaries()
    ? null
    : 'PostgreSQL is not installed: as root on Debian, apt-get install -y postgresql'
}

const fault = missing()
if (fault !== null) {
  console.error(fault)
  process.exit(2)
}
const folder = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'trousseau-failover-'))
if (process.argv[2] === undefined) {
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child']
  // The shell reaps what ended, as an init does: Patroni takes a zombie for a running PostgreSQL.
  const { status } = spawnSync(
    'unshare',
    [
      ...namespaces,
      '/bin/sh',
      '-c',
      '"$@" & wait $!',
      'sh',
      process.execPath,
      fileURLToPath(import.meta.url),
      folder,
    ],
    {
      stdio: 'inherit',
    },
  )
  if (status === 0) rmSync(folder, { recursive: true, force: true })
  else console.error(`the logs are in ${folder}`)
  process.exit(status ?? 1)
}

// The certificate of this run is signed by itself.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
process.removeAllListeners('warning')
chmodSync(folder, 0o755)

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' })
const ip = (line: string): string => run('ip', ...line.split(' '))
const postgresId = (flag: string): number => Number(run('id', flag, 'postgres'))
const account = { uid: postgresId('-u'), gid: postgresId('-g') }
const addressOf = (number: number): string => `10.0.0.2${number}`

/** Starts a program, its output in a file. */
function launch(
  name: string,
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a')
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', log, log],
  })
  child.on('error', (error) => console.error(`${name}: ${error.message}`))
  return child
}

function createNetworks(): void {
  // Missing where no network was ever named.
  mkdirSync('/run/netns', { recursive: true })
  run('mount', '-t', 'tmpfs', 'none', '/run/netns')
  ip('link set lo up')
  ip('link add trousseau type bridge')
  ip('link set trousseau up')
  for (const number of numbers) ip(`address add 10.0.0.1${number}/24 dev trousseau`)
  for (const number of numbers) {
    ip(`netns add db${number}`)
    ip(`link add db${number} type veth peer name eth0 netns db${number}`)
    ip(`link set db${number} master trousseau up`)
    ip(`-n db${number} address add ${addressOf(number)}/24 dev eth0`)
    ip(`-n db${number} link set lo up`)
    ip(`-n db${number} link set eth0 up`)
  }
}

/** The lists of hosts are the same on each. */
const onHost = (text: string, number: number): string =>
  text
    .split('\n')
    .map((line) =>
      line.includes(',')
        ? line
        : line.replaceAll('10.0.0.21', addressOf(number)).replace(/\bdb1\b/, `db${number}`),
    )
    .join('\n')

function startDatabase(number: number): void {
  const own = join(folder, `db${number}`)
  mkdirSync(own)
  run('chown', 'postgres:', own)
  const read = (file: string): string =>
    onHost(readFileSync(join(root, 'scripts/patroni', file), 'utf8'), number)
  const inside = ['netns', 'exec', `db${number}`]
  const etcd = read('etcd').replace('/var/lib/etcd/trousseau', join(own, 'etcd'))
  const settings = etcd
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  launch(`etcd${number}`, 'ip', [...inside, 'etcd'], Object.fromEntries(settings) as NodeJS.ProcessEnv)
  const file = join(own, 'patroni.yml')
  writeFileSync(
    file,
    read('patroni.yml')
      .replace('/usr/lib/postgresql/15/bin', findBinaries() ?? '')
      .replaceAll('/var/lib/postgresql/15/', `${own}/`)
      .replace('/var/run/postgresql', own),
  )
  const asPostgres = ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  launch(`patroni${number}`, 'ip', [...inside, ...asPostgres, 'patroni', file], {})
}

type Member = { readonly name: string; readonly role: string; readonly state: string; readonly lag?: unknown }

async function membersSeenBy(number: number): Promise<readonly Member[]> {
  const signal = AbortSignal.timeout(2_000)
  const reply = await fetch(`http://${addressOf(number)}:8008/cluster`, { signal }).catch(() => null)
  return reply ? ((await reply.json()) as { members: Member[] }).members : []
}

/** Waits until one leads, one holds what was acknowledged and all follow. @returns the number of the primary */
async function untilWhole(): Promise<number> {
  for (const until = performance.now() + healingMs; performance.now() < until; await pause(500)) {
    const seen = await Promise.all(numbers.map(membersSeenBy))
    const isWhole = seen.every((members) => {
      const roles = members
        .map(({ role }) => role)
        .toSorted()
        .join()
      return (
        roles === 'leader,replica,sync_standby' &&
        members.every(({ state }) => /running|streaming/.test(state))
      )
    })
    const leaders = new Set(seen.map((members) => members.find(({ role }) => role === 'leader')?.name))
    const [leader] = leaders
    if (isWhole && leaders.size === 1 && leader) return Number(leader.slice(2))
  }
  throw new Error('the three databases did not become whole again')
}

async function onPrimary<Result>(number: number, base: string, work: (client: Client) => Promise<Result>) {
  const client = new Client(`postgres://postgres:first-secret@${addressOf(number)}/${base}`)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function startNodes(): Promise<{ publicUrl: string; setupToken: string | null }> {
  const hosts = numbers.map((number) => `${addressOf(number)}:5432`).join()
  const publicUrl = 'https://localhost'
  const env = {
    DATABASE_URL: `postgres://trousseau:third-secret@${hosts}/trousseau`,
    TROUSSEAU_ROOT_KEY: `1:${randomBytes(32).toString('base64')}*`,
    TROUSSEAU_PUBLIC_URL: publicUrl,
    TROUSSEAU_TRUSTED_PROXIES: '10.0.0.0/24',
    TROUSSEAU_PORT: '8420',
  }
  for (const number of numbers) {
    const own = { TROUSSEAU_HOST: `10.0.0.1${number}`, TROUSSEAU_DATA: join(folder, `node${number}`) }
    launch(`node${number}`, process.execPath, ['src/server/main.ts'], { ...env, ...own })
    await untilReady(`http://10.0.0.1${number}:8420`)
  }
  const configuration = readFileSync(join(root, 'scripts/balancers/haproxy.cfg'), 'utf8')
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `${configuration.replace('/etc/haproxy/', `${folder}/`)}    server node3 10.0.0.13:8420 check\n`,
  )
  launch('haproxy', 'haproxy', ['-db', '-f', file], {})
  await untilReady(publicUrl)
  const said = numbers.map((number) => readFileSync(join(folder, `node${number}.log`), 'utf8')).join('')
  return { publicUrl, setupToken: /\/setup#(\S+)/.exec(said)?.[1] ?? null }
}

type Counts = { requests: number; refused: number; failed: number }
const noCounts = (): Counts => ({ requests: 0, refused: 0, failed: 0 })
let [reads, writes] = [noCounts(), noCounts()]
let writtenAt = performance.now()
let longestMs = 0
let isOver = false
const acknowledged: number[] = []

/** Makes a request, and repeats it as a browser does. @returns null when it failed nevertheless */
async function asBrowser<Reply extends { status: number }>(
  counts: Counts,
  ask: () => Promise<Reply>,
): Promise<Reply | null> {
  counts.requests += 1
  for (let tries = 0; ; tries += 1) {
    const reply = await ask().catch(() => null)
    if (reply?.status === 200 || reply?.status === 201) return reply
    if (tries === 0) counts.refused += 1
    const pauseMs = pausesMs[tries]
    if (pauseMs === undefined || (reply && ![502, 503, 504].includes(reply.status))) {
      counts.failed += 1
      return null
    }
    await pause(pauseMs)
  }
}

async function readOn(publicUrl: string, cookies: Map<string, string>, chestId: number): Promise<void> {
  const browser = newHttpBrowser(publicUrl, cookies)
  while (!isOver) {
    await asBrowser(reads, () => browser.get(`/api/chest/${chestId}/tree/`))
    await pause(50)
  }
}

async function writeOn(publicUrl: string, cookies: Map<string, string>, chestId: number): Promise<void> {
  const browser = newHttpBrowser(publicUrl, cookies)
  while (!isOver) {
    const headers = { ...sameOrigin, 'idempotency-key': randomBytes(16).toString('base64url') }
    const item = { chestId, name: 'Serveur', password: 'secret' }
    const submit = () => asBrowser(writes, () => browser.send('POST', '/api/item/', item, headers))
    // The person submits what was not answered again, and the browser keeps its key.
    let reply = await submit()
    while (!reply) {
      await pause(250)
      reply = await submit()
    }
    acknowledged.push((reply.body as { id: number }).id)
    longestMs = Math.max(longestMs, performance.now() - writtenAt)
    writtenAt = performance.now()
    await pause(20)
  }
}

/** What is done to a primary; it returns once that is over. */
const steps: Record<string, (primary: number) => Promise<void>> = {
  killed: async (primary) => {
    const file = join(folder, `db${primary}`, 'trousseau/postmaster.pid')
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
    await pause(20_000)
  },
  'switched over': async (primary) => {
    const body = JSON.stringify({ leader: `db${primary}` })
    const reply = await fetch(`http://${addressOf(primary)}:8008/switchover`, { method: 'POST', body })
    if (reply.status !== 200) throw new Error(`the switch-over was refused: ${await reply.text()}`)
    await pause(20_000)
  },
  'cut off': async (primary) => {
    ip(`link set db${primary} down`)
    await pause(cutOffMs)
    ip(`link set db${primary} up`)
  },
}

const shown = ({ requests, refused, failed }: Counts): string =>
  `${requests}, refused at first: ${refused}, failed after the browser's own repetition: ${failed}`

createNetworks()
createCertificate(folder)
for (const number of numbers) startDatabase(number)
const first = await untilWhole()
await onPrimary(first, 'postgres', async (client) => {
  await client.query("create role trousseau login password 'third-secret'")
  await client.query('create database trousseau owner trousseau')
})
const { publicUrl, setupToken } = await startNodes()
const person = await foundAndSignIn(publicUrl, setupToken)
const chestId = await newChest(person)
expectStatus(await person.get(`/api/chest/${chestId}/tree/`), 200)

const work = [
  writeOn(publicUrl, person.cookies, chestId),
  ...Array.from({ length: readers }, () => readOn(publicUrl, person.cookies, chestId)),
]
let areReadsWhole = true
let readsFailed = 0
let writesFailed = 0
for (const [name, step] of Object.entries(steps)) {
  const primary = await untilWhole()
  ;[reads, writes, longestMs, writtenAt] = [noCounts(), noCounts(), 0, performance.now()]
  await step(primary)
  const next = await untilWhole()
  if (next === primary) throw new Error(`the primary was ${name}, and no other took its place`)
  console.log(`primary ${name}: ${(longestMs / 1_000).toFixed(1)} s without writes`)
  console.log(`  reads: ${shown(reads)}`)
  console.log(`  writes: ${shown(writes)}`)
  readsFailed += reads.failed
  writesFailed += writes.failed
  areReadsWhole &&= reads.requests > 0 && (reads.failed === 0 || longestMs > bridgedMs)
}
isOver = true
await Promise.all(work)
const stored = await onPrimary(await untilWhole(), 'trousseau', async (client) => {
  const { rows } = await client.query<{ id: string }>('select id from items where chest_id = $1', [chestId])
  return new Set(rows.map(({ id }) => Number(id)))
})
const lost = acknowledged.filter((id) => !stored.has(id)).length
console.log(
  `acknowledged writes: ${acknowledged.length}, lost: ${lost}, stored twice: ${stored.size - acknowledged.length + lost}`,
)
console.log(
  `requests failed: ${readsFailed} reads, ${writesFailed} writes (submitted again, and acknowledged then)`,
)
process.exit(lost === 0 && stored.size === acknowledged.length && areReadsWhole ? 0 : 1)
