/**
 * `npm run test:package`: builds the package and lives through its life in a bare Debian 12: installed without a network,
 * started as its unit says, signed in to, upgraded, removed, purged, installed again. It prints each step, and ends with 1 at
 * the first that fails.
 *
 * As root on Debian, after the installation that `installing` names. DEBIAN_MIRROR names another mirror.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseSettings } from '#server/commands/settings-file.ts'
import {
  expectStatus,
  foundAndSignIn,
  newChest,
  newHttpBrowser,
  type HttpBrowser,
} from '#server/testing/browser.ts'
import { freePort } from '#server/testing/free-port.ts'
import { untilReady } from './balanced.ts'
import { architectures, buildPackage } from './package/debian.ts'
import { manifest, root, strips } from './package/files.ts'

/** The limits: the room of an installation in MiB, and the exposure that systemd counts. */
const largestMiB = 180
const highestExposure = 2

const installing =
  'apt-get install -y debootstrap lintian systemd binutils-x86-64-linux-gnu binutils-aarch64-linux-gnu'

const mirror = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian'
const architecture = Object.entries(architectures).find(([, cpu]) => cpu === process.arch)?.[0] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'trousseau-test-package-'))
const machine = join(folder, 'machine')
const path = '/usr/sbin:/usr/bin:/sbin:/bin'
const later = `${manifest.version}+next`
let server: ChildProcess | undefined

process.on('exit', () => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function missing(): string | null {
  if (process.getuid?.() !== 0) return 'run it as root: it installs a Debian in a folder'
  const programs = [
    'debootstrap',
    'lintian',
    'systemd-analyze',
    'dpkg-deb',
    'unshare',
    ...Object.values(strips),
  ]
  const absent = programs.find((name) => spawnSync('which', [name]).status !== 0)
  return absent === undefined ? null : `${absent} is not installed: as root on Debian, ${installing}`
}

function check(what: string, holds: boolean, detail: unknown = ''): void {
  console.log(`${holds ? '✓' : '✗'} ${what}`)
  if (holds) return
  console.error(detail)
  process.exit(1)
}

/** Runs a program in the machine, without a network. @returns its output, errors included */
function inside(...command: readonly string[]): string {
  const steps = `mount -t proc proc "${machine}/proc" && exec chroot "${machine}" "$@"`
  const env = { PATH: path, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--mount', '--net', 'sh', '-c', steps, 'sh', ...command],
    { encoding: 'utf8', env },
  )
  if (status !== 0) check(command.join(' '), false, `${stdout}${stderr}`)
  return `${stdout}${stderr}`
}

/** Every file and folder of the machine, except what dpkg keeps for itself. */
const filesOf = (): string[] =>
  globSync('{bin,boot,etc,home,lib*,opt,root,run,sbin,srv,usr,var}/**', {
    cwd: machine,
    exclude: (name) => /^(?:var\/lib\/dpkg|var\/log|var\/cache)(?:\/|$)/.test(name),
  }).toSorted()

/** Starts what the unit starts, as its account and with its settings. systemd does not run in the machine. */
async function start(port: number): Promise<{ url: string; said: () => string }> {
  const unit = readFileSync(join(machine, 'usr/lib/systemd/system/trousseau.service'), 'utf8')
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const { settings } = parseSettings(readFileSync(join(machine, valueOf('EnvironmentFile')), 'utf8'))
  const account = `${valueOf('User')}:${valueOf('Group')}`
  const command = `cd ${valueOf('WorkingDirectory')} && exec ${valueOf('ExecStart')}`
  const steps = `mount -t proc proc "${machine}/proc" && exec chroot --userspec="${account}" "${machine}" /bin/sh -c "$1"`
  server = spawn('unshare', ['--mount', 'sh', '-c', steps, 'sh', command], {
    env: { PATH: path, ...settings, TROUSSEAU_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  server.on('exit', (code) => code && console.error(said))
  const url = `http://127.0.0.1:${port}`
  await untilReady(url)
  return { url, said: () => said }
}

async function stop(): Promise<void> {
  const stopped = server
  if (!stopped) return
  const ended = once(stopped, 'exit')
  stopped.kill('SIGTERM')
  const [code] = await ended
  server = undefined
  check('it stops with 0', code === 0, code)
}

const passwordOf = async (browser: HttpBrowser, id: number): Promise<unknown> =>
  expectStatus(await browser.get(`/api/item/${id}/copy`), 200).body

const problem = missing()
if (problem !== null) {
  console.error(problem)
  process.exit(1)
}

execFileSync(process.execPath, ['scripts/build-web.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' })
const first = buildPackage({ architecture, folder, compression: 'gzip' })
const second = buildPackage({ architecture, version: later, folder, compression: 'gzip' })
check(
  `${basename(first.file)} takes ${(first.kibibytes / 1024).toFixed(1)} MiB, at most ${largestMiB}`,
  first.kibibytes <= largestMiB * 1024,
)
const other = Object.keys(architectures).find((name) => name !== architecture) ?? ''
const foreign = buildPackage({ architecture: other, folder, compression: 'gzip' })
execFileSync('dpkg-deb', ['--extract', foreign.file, join(folder, 'foreign')])
check(`the runtime of ${other} is for that processor`, machineOf(join(folder, 'foreign')) !== process.arch)

// The units of this machine, which ours wants and follows, and the files of the package, which it starts.
const units = 'usr/lib/systemd/system'
cpSync(join('/', units), join(folder, 'foreign', units), { recursive: true, verbatimSymlinks: true })
const unit = ['--man=no', '--recursive-errors=no', `--root=${join(folder, 'foreign')}`, 'trousseau.service']
const understood = spawnSync('systemd-analyze', ['verify', ...unit], { encoding: 'utf8' })
check('systemd understands every line of the unit', understood.status === 0, understood.stderr)
rmSync(join(folder, 'foreign'), { recursive: true })

const security = spawnSync(
  'systemd-analyze',
  [
    'security',
    '--offline=true',
    `--threshold=${highestExposure * 10}`,
    join(root, 'deploy/trousseau.service'),
  ],
  { encoding: 'utf8' },
)
const exposure = /Overall exposure level[^:]*: ([\d.]+)/.exec(security.stdout)?.[1]
check(
  `systemd counts an exposure of ${exposure}, at most ${highestExposure}`,
  security.status === 0,
  security.stdout,
)

execFileSync('debootstrap', ['--variant=minbase', '--include=libatomic1', 'bookworm', machine, mirror], {
  stdio: ['ignore', 'ignore', 'inherit'],
})
for (const file of [first.file, second.file]) cpSync(file, join(machine, 'srv', basename(file)))
const install = (file: string): string => inside('dpkg', '--install', `/srv/${basename(file)}`)

const bare = filesOf()
inside('true')
install(first.file)
check('it installs without a network', existsSync(join(machine, 'usr/bin/trousseau')))
inside('dpkg', '--purge', 'trousseau')
const left = filesOf().filter(
  (path) => !bare.includes(path) && !/^etc\/(?:passwd|group|g?shadow|subuid|subgid)-$/.test(path),
)
check('a purge before the first start leaves nothing', left.length === 0, left.join('\n'))
check('nor the account', !readFileSync(join(machine, 'etc/passwd'), 'utf8').includes('trousseau'))

install(first.file)
const modeOf = (path: string): string => (statSync(join(machine, path)).mode & 0o777).toString(8)
check('the data folder is closed to others', modeOf('var/lib/trousseau') === '700')
check('the settings are closed to others', modeOf('etc/trousseau/settings') === '640')
const before = inside('trousseau', 'doctor')
check('the doctor finds no fault before the first start', before.includes('Tout va bien.'), before)

const backupKey = inside('trousseau', 'backup-key')
const identity = /AGE-SECRET-KEY-1\w+/.exec(backupKey)?.[0] ?? ''
const recipient = /TROUSSEAU_BACKUP_KEY=age1\w+/.exec(backupKey)?.[0] ?? ''
const backups = 'var/backups/trousseau'
const lines = `${recipient}\nTROUSSEAU_BACKUP_DIR=/${backups}\n`
appendFileSync(join(machine, 'etc/trousseau/settings'), lines)
check('the folder of backups is closed to others', modeOf(backups) === '700')

const port = await freePort()
let running = await start(port)
// Printed once it listens: on a busy machine the line may come after the first answer.
let token: string | undefined
for (let tries = 0; tries < 120 && token === undefined; tries += 1) {
  token = /\/setup#(\S+)/.exec(running.said())?.[1]
  if (token === undefined) await setTimeout(500)
}
const person = await foundAndSignIn(running.url, token ?? null)
const item = { chestId: await newChest(person), name: 'Serveur', password: 'quatre chevaux bleus' }
const { id } = expectStatus(await person.post('/api/item/', item), 201).body as { id: number }
check('somebody signs in and copies a password', (await passwordOf(person, id)) === item.password)
const after = inside('trousseau', 'doctor')
check('the doctor finds no fault while it runs', after.includes('Tout va bien.'), after)
// The server makes one some seconds after its start.
let backup = ''
for (let tries = 0; tries < 120 && backup === ''; tries += 1) {
  await setTimeout(500)
  backup = globSync('*.backup', { cwd: join(machine, backups) })[0] ?? ''
}
inside('sh', '-c', `umask 077 && echo ${identity} > /srv/backup.key && chown trousseau /srv/backup.key`)
const verified = inside(
  'trousseau',
  'verify-backup',
  `/${backups}/${backup}`,
  '--key-file',
  '/srv/backup.key',
)
check('the first backup comes by itself, and would save the day', verified.includes('sauverait'), verified)
check('the root key is apart from the data', existsSync(join(machine, 'etc/trousseau/keys/root.key')))
await stop()

appendFileSync(join(machine, 'etc/trousseau/settings'), 'TROUSSEAU_ORGANISATION="Mairie d\'Exemple"\n')
install(second.file)
const settings = (): string => readFileSync(join(machine, 'etc/trousseau/settings'), 'utf8')
check(
  'an upgrade keeps the settings',
  settings().includes("Mairie d'Exemple") && modeOf('etc/trousseau/settings') === '640',
)
running = await start(port)
const again = newHttpBrowser(running.url, person.cookies)
check('an upgrade keeps the data, and the session', (await passwordOf(again, id)) === item.password)
await stop()

inside('dpkg', '--remove', 'trousseau')
check('a removal keeps the settings', settings().includes("Mairie d'Exemple"))
check('a removal takes the program away', !existsSync(join(machine, 'usr/lib/trousseau')))
const purged = inside('dpkg', '--purge', 'trousseau')
check('a purge removes the settings', !existsSync(join(machine, 'etc/trousseau/settings')))
check(
  'a purge keeps the data, the root key and the backups, and says so',
  existsSync(join(machine, 'var/lib/trousseau/trousseau.db')) &&
    existsSync(join(machine, 'etc/trousseau/keys/root.key')) &&
    existsSync(join(machine, backups, backup)) &&
    /restent dans \/var\/lib\/trousseau \/etc\/trousseau\/keys \/var\/backups\/trousseau/.test(purged),
  purged,
)
install(second.file)
running = await start(port)
const returned = newHttpBrowser(running.url, person.cookies)
check('an installation after a purge finds them', (await passwordOf(returned, id)) === item.password)
await stop()
for (const { file } of [first, foreign]) {
  const args = ['--allow-root', '--fail-on=error,warning', file]
  const { status, stdout, stderr } = spawnSync('lintian', args, { encoding: 'utf8' })
  check(`lintian finds nothing in ${basename(file)}`, status === 0, stdout + stderr)
}
console.log('the package holds')
process.exit(0)

/** Returns the processor that the runtime of an extracted package is for: the field e_machine of its ELF header. */
function machineOf(tree: string): string {
  const [file = ''] = globSync('usr/lib/trousseau/node_modules/node-linux-*/bin/node', { cwd: tree })
  const header = Buffer.alloc(20)
  readSync(openSync(join(tree, file), 'r'), header, 0, 20, 0)
  return { 62: 'x64', 183: 'arm64' }[header.readUInt16LE(18)] ?? 'unknown'
}
