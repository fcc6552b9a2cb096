/** Installs the packages that every command needs. Plain JavaScript for Node 20.19: it installs the pinned Node. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.trousseau-installed')

/** The pinned runtime, of the package `node`. */
export const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Returns an environment in which `node` and the project's tools are the pinned ones. */
export const pinnedEnv = () => ({
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
})

/** Whether npm's record of installed packages matches the lock file, except packages of other platforms. */
function isAsLocked(lock) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

/** Installs the packages when they are missing or differ from the lock file. */
export function ensureInstalled() {
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
  if (realpathSync(process.execPath) === realpathSync(pinnedNode)) return
  const options = { cwd: root, env: pinnedEnv(), stdio: 'inherit' }
  const { status } = spawnSync(pinnedNode, process.argv.slice(1), options)
  process.exit(status ?? 1)
}
