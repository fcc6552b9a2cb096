/**
 * `npm run test:random`: the suites of properties on both engines with a new seed, for a nightly run. `npm run
 * test:random 123` repeats one.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { continuePinned, ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

ensureInstalled()
continuePinned()
// The pinned Node strips types; the machine's own may not.
const { installPrograms, programs } = await import('./programs.ts')

const missing = installPrograms(programs.filter(({ name }) => name === 'initdb'))
if (missing.length > 0) {
  console.error(`Install first, as root: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
// The server renders parts of the pages.
const build = [join(root, 'scripts/build-web.mjs'), '--if-stale']
const built = spawnSync(pinnedNode, build, { cwd: root, env: pinnedEnv(), stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const seed = process.argv[2] ?? String(randomInt(2 ** 31))
const files = globSync('src/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"),
)
console.log(`seed ${seed}: npm run test:random ${seed} repeats this run`)
const vitest = [pinnedNode, join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files]
const { status } = spawnSync(pinnedNode, [join(root, 'scripts/with-postgres.mjs'), ...vitest], {
  cwd: root,
  env: { ...pinnedEnv(), TROUSSEAU_TEST_SEED: seed },
  stdio: 'inherit',
})
console.log(status === 0 ? `passed with seed ${seed}` : `failed with seed ${seed}`)
process.exit(status ?? 1)
