/**
 * `npm run demo`: a filled, temporary installation; its data folder is deleted when it stops.
 * `npm run screenshots`: takes the pictures of the tour and of the guide from such an installation (`--screenshots`);
 * `-- --guide` after it those of the guide only, `-- --guide trash` those whose names contain that text.
 */
import { spawn, spawnSync } from 'node:child_process'
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
const options = { cwd: root, env: pinnedEnv() }
const { status } = spawnSync(pinnedNode, ['scripts/build-web.mjs', '--if-stale'], {
  ...options,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (status !== 0) process.exit(status || 1)

const [task, ...choice] = process.argv.slice(2)
const program = task === '--screenshots' ? 'screenshots' : 'main'
const demo = spawn(pinnedNode, [`scripts/demo/${program}.ts`, ...choice], { ...options, stdio: 'inherit' })
// The demonstration removes its data on a signal; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => demo.kill(signal))
if (process.env['npm_lifecycle_event']) {
  const npm = process.ppid
  setInterval(() => process.ppid !== npm && demo.kill('SIGTERM'), 500).unref()
}
demo.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
