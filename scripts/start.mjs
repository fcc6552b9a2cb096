/** `npm start`: updates the packages and the pages if needed, then runs the server. */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

const isNpmAlive = watchNpm()
ensureInstalled()
if (!process.argv.includes('--dev')) {
  const { status } = spawnSync(pinnedNode, ['scripts/build-web.mjs', '--if-stale'], {
    cwd: root,
    env: pinnedEnv(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status || 1)
}

// In development the server restarts when its code changes; Vite serves the pages.
const watching = process.argv.includes('--dev') ? ['--watch', '--watch-preserve-output'] : []
// The IPC channel closes with this process, and the server stops with it: nothing is sent over it.
const server = spawn(pinnedNode, [...watching, 'src/server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: pinnedEnv(),
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// The server stops gracefully by itself; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
// A killed npm forwards no signal: without npm, the server stops as on SIGTERM.
if (process.env['npm_lifecycle_event']) setInterval(() => isNpmAlive() || server.kill('SIGTERM'), 500).unref()
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Returns a function that returns whether the npm that runs this script is still running. */
function watchNpm() {
  const parent = process.ppid
  // npm runs a script through a shell, which stays between the two unless it replaces itself (bash does, dash does not).
  const isShell = linesOf(parent, 'cmdline', '\0')[1] === '-c'
  const npm = isShell ? parentOf(parent) : undefined
  return () => process.ppid === parent && (!isShell || parentOf(parent) === npm)
}

/** Returns the parent of a process, on Linux. */
function parentOf(pid) {
  return linesOf(pid, 'status', '\n').find((line) => line.startsWith('PPid:'))
}

function linesOf(pid, name, separator) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8').split(separator)
  } catch {
    return []
  }
}
