/** What must be there before anything else runs. Plain JavaScript for Node 20.19: it brings the pinned Node itself. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const stamp = join(modules, '.trousseau-installed')

/** The pinned runtime, which the package `node` brings. */
export const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The environment in which `node` and the tools of the project are the pinned ones. */
export const pinnedEnv = () => ({
  ...process.env,
  PATH: `${join(modules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
})

/** Whether what npm recorded as installed is what the lock file asks for, packages of other platforms aside. */
function isAsLocked(lock) {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(JSON.parse(lock).packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

/** Installs the packages when they are missing or are not those of the lock file. */
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

/** Goes on in the pinned Node when another one runs the calling script (which ends here in that case). */
export function continuePinned() {
  if (realpathSync(process.execPath) === realpathSync(pinnedNode)) return
  const options = { cwd: root, env: pinnedEnv(), stdio: 'inherit' }
  const { status } = spawnSync(pinnedNode, process.argv.slice(1), options)
  process.exit(status ?? 1)
}
