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
