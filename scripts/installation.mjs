/** What must be there before anything else runs. Plain JavaScript for Node 20.19: it brings the pinned Node itself. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
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

/** Installs the packages when they are missing or older than the lock file. */
export function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(pinnedNode)) {
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
    // Installed by hand with `npm ci`: npm's own record is then as new as the lock file.
    const record = join(modules, '.package-lock.json')
    const isNewer =
      existsSync(record) && statSync(record).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs
    if (isNewer && !existsSync(stamp)) return
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
