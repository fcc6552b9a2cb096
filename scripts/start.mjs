/** `npm start`: brings the packages and the pages up to date when they are not, then runs the server. */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
const isDevelopment = process.argv.includes('--dev')
if (!isDevelopment) {
  const { isStale } = await import('./build-web.mjs')
  if (isStale()) {
    process.stderr.write('Construction des pages…\n')
    const { status } = spawnSync(pinnedNode, [join(root, 'scripts', 'build-web.mjs')], {
      cwd: root,
      env: pinnedEnv(),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) process.exit(status || 1)
  }
}

const server = spawn(pinnedNode, ['src/server/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: pinnedEnv(),
  stdio: 'inherit',
})
// The server stops gracefully by itself; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
