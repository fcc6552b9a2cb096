/**
 * `npm run test:fast`: a result within a minute. Types, lint, and on SQLite the suites that are fast; `npm test` runs
 * the rest.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { continuePinned, ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'
import { checks } from './check.mjs'

ensureInstalled()
continuePinned()

const quick = checks.filter(([name]) => name.startsWith('types') || name === 'lint')
const suites = [
  pinnedNode,
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=dot',
  // The other projects take most of an engine's time (vitest.config.ts).
  '--project=suites',
]
const began = Date.now()
// The server renders parts of the pages.
const isBuilt = await run('build of the pages', [pinnedNode, 'scripts/build-web.mjs', '--if-stale'])
const results = await Promise.all([checked(), run('suites on SQLite', suites)])
console.log(`\n${Math.round((Date.now() - began) / 1000)} s`)
process.exit(isBuilt && results.flat().every(Boolean) ? 0 : 1)

/** Runs one check after the other, beside the suites. */
async function checked() {
  const results = []
  for (const [name, command] of quick) results.push(await run(name, command))
  return results
}

/** Runs a command. @returns whether it succeeded; its output is shown at its end if it failed or ran suites */
async function run(name, [command = '', ...args]) {
  const env = { ...pinnedEnv(), TROUSSEAU_TEST_ENGINES: 'sqlite' }
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (said += chunk))
  const [status] = await once(child, 'close')
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status !== 0 || name.startsWith('suites')) console.log(said)
  return status === 0
}
