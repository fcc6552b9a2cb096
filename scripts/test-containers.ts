/**
 * `npm run test:containers`: lints the Containerfile and the compose files. Where Docker runs, it then builds the image, and
 * starts what each compose file describes: the nodes become healthy, somebody signs in and copies a password, and everything is
 * there again after all containers were replaced. `-- --start` fails where no Docker runs.
 *
 * Only names, ports and the domain of the compose files are replaced. As root: the files of secrets belong to the accounts of
 * the containers.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expectStatus, foundAndSignIn, newChest, newHttpBrowser } from '#server/testing/browser.ts'
import { freePort } from '#server/testing/free-port.ts'
import { createCertificate } from './balanced.ts'
import { containerProblems } from './containers-lint.ts'
import { root } from './package/files.ts'

const image = 'trousseau-test'
/** An image that was never pulled, on a slow line. In milliseconds. */
const longestStartMs = 300_000
const folder = mkdtempSync(join(tmpdir(), 'trousseau-containers-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const samples = {
  sqlite: { nodes: ['trousseau'], prepare: () => {} },
  postgres: { nodes: ['node1', 'node2', 'node3'], prepare: writeSecrets },
} as const

function check(what: string, holds: boolean, detail: unknown = ''): void {
  console.log(`${holds ? '✓' : '✗'} ${what}`)
  if (holds) return
  console.error(detail)
  throw new Error(what)
}

function docker(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('docker', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (status !== 0) check(`docker ${args.join(' ')}`, false, error?.message ?? `${stdout}${stderr}`)
  return stdout.trim()
}

const runs = (...args: readonly string[]): boolean => spawnSync('docker', args).status === 0

/** The secrets that compose-postgres.yaml describes, for the accounts of its containers. */
function writeSecrets(place: string): void {
  const secrets = join(place, 'secrets')
  mkdirSync(secrets)
  const password = randomBytes(16).toString('hex')
  createCertificate(secrets)
  writeFileSync(join(secrets, 'postgres-password'), password)
  writeFileSync(join(secrets, 'database-url'), `postgres://trousseau:${password}@postgres/trousseau`)
  for (const [name, account] of Object.entries({
    'coffre.pem': 99,
    'postgres-password': 999,
    'database-url': 10_001,
  })) {
    chownSync(join(secrets, name), account, account)
    chmodSync(join(secrets, name), 0o400)
  }
}

/** Copies a sample, to be reached at an address of this machine. @returns its file */
function copySample(name: keyof typeof samples, url: string): string {
  const place = join(folder, name)
  mkdirSync(place)
  const sample = readFileSync(join(root, `deploy/compose-${name}.yaml`), 'utf8')
    .replace('https://coffre.exemple.fr', url)
    .replaceAll('coffre.exemple.fr', 'localhost')
    .replace(/ports: \[.*\]/, `ports: ['127.0.0.1:${new URL(url).port}:443']`)
    .replace(/image: trousseau$/m, `image: ${image}`)
  writeFileSync(join(place, 'compose.yaml'), sample)
  cpSync(join(root, 'deploy/compose-haproxy.cfg'), join(place, 'compose-haproxy.cfg'))
  samples[name].prepare(place)
  return join(place, 'compose.yaml')
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + longestStartMs; performance.now() < end; await pause(500))
    if (await holds()) return check(what, true)
  check(what, false)
}

async function live(name: keyof typeof samples): Promise<void> {
  const url = `https://localhost:${await freePort()}`
  const file = copySample(name, url)
  const compose = (...args: readonly string[]): string =>
    docker('compose', '--project-name', `trousseau-test-${name}`, '--file', file, ...args)
  const isReady = async (): Promise<boolean> =>
    (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200
  const stateOf = (node: string): string =>
    docker('inspect', '--format', '{{.State.Health.Status}}', compose('ps', '--quiet', node))
  const { nodes } = samples[name]
  try {
    compose('up', '--detach')
    await until(`${name}: it is ready behind its proxy`, isReady)
    for (const node of nodes) await until(`${name}: ${node} is healthy`, () => stateOf(node) === 'healthy')
    const accounts = nodes.map((node) => compose('exec', '--no-TTY', node, 'id', '-u'))
    check(
      `${name}: no node runs as root`,
      accounts.every((account) => account === '10001'),
      accounts,
    )
    const token = (): string | undefined => /\/setup#(\S+)/.exec(compose('logs', '--no-color'))?.[1]
    await until(`${name}: the log shows the address of the first start`, () => token() !== undefined)
    const person = await foundAndSignIn(url, token() ?? null)
    const item = { chestId: await newChest(person), name: 'Serveur', password: 'quatre chevaux bleus' }
    const { id } = expectStatus(await person.post('/api/item/', item), 201).body as { id: number }
    const copied = expectStatus(await person.get(`/api/item/${id}/copy`), 200).body
    check(`${name}: somebody signs in and copies a password`, copied === item.password, copied)
    compose('down')
    compose('up', '--detach')
    await until(`${name}: it is ready again in new containers`, isReady)
    const again = newHttpBrowser(url, person.cookies)
    const kept = expectStatus(await again.get(`/api/item/${id}/copy`), 200).body
    check(`${name}: new containers find the data, the key and the session`, kept === item.password, kept)
  } catch (error) {
    console.error(compose('logs', '--no-color', '--tail', '50'))
    throw error
  } finally {
    compose('down', '--volumes')
  }
}

const problems = containerProblems(root)
check('the linters find nothing', problems.length === 0, problems.join('\n'))
if (runs('info') && runs('compose', 'version')) {
  if (process.getuid?.() !== 0)
    throw new Error('run it as root: secrets belong to the accounts of the containers')
  // Caddy and the certificate of this run sign themselves.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  process.removeAllListeners('warning')
  docker('build', '--file', 'Containerfile', '--tag', image, '.')
  check('the image is built', true)
  for (const name of Object.keys(samples) as (keyof typeof samples)[]) await live(name)
  console.log('the containers hold')
} else {
  console.log('Docker does not run here, or has no Compose: nothing was built or started')
  process.exit(process.argv.includes('--start') ? 1 : 0)
}
process.exit(0)
