/**
 * `npm run test:browsers`: the six journeys of a day in Firefox ESR and in WebKit, as Debian packages them, by WebDriver,
 * with a real clipboard and without a permission. `-- firefox` runs one of the two, a part of a title after it one journey.
 */
import { spawnSync } from 'node:child_process'
import { ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
const options = { cwd: root, env: pinnedEnv(), stdio: 'inherit' }
for (const task of [
  ['scripts/build-web.mjs', '--if-stale'],
  ['e2e/engines/run.ts', ...process.argv.slice(2)],
]) {
  const { status } = spawnSync(pinnedNode, task, options)
  if (status !== 0) process.exit(status ?? 1)
}
