/** `npm start`: brings the packages and the pages up to date when they are not, then runs the server. */
import { spawn, spawnSync } from 'node:child_process'
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
if (!process.argv.includes('--dev')) {
  const { status } = spawnSync(pinnedNode, ['scripts/build-web.mjs', '--if-stale'], {
    cwd: root,
    env: pinnedEnv(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status || 1)
}

// In development the server starts again when its own code changes; Vite takes care of the pages.
const watching = process.argv.includes('--dev') ? ['--watch', '--watch-preserve-output'] : []
const server = spawn(pinnedNode, [...watching, 'src/server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: pinnedEnv(),
  stdio: 'inherit',
})
// The server stops gracefully by itself; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
// npm dies of a SIGTERM without passing it on: without its parent, the server stops as if it had been told.
if (process.env['npm_lifecycle_event']) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && server.kill('SIGTERM'), 500).unref()
}
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
