/** `npm run check`: the checks that need no running server. Errors only, no warnings. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { continuePinned, ensureInstalled, pinnedEnv, pinnedNode, root } from './installation.mjs'

const bin = (name) => join(root, 'node_modules', '.bin', name)

/**
 * Name and command of each check.
 * @type {[string, string[]][]}
 */
export const checks = [
  ['types of the server', [bin('tsc'), '-p', 'tsconfig.server.json']],
  ['types of the web part', [bin('tsc'), '-p', 'tsconfig.web.json']],
  ['types of the tests of the web part', [bin('tsc'), '-p', 'tsconfig.web-test.json']],
  ['lint', [bin('oxlint'), '--deny-warnings']],
  ['format', [bin('oxfmt'), '--check', '.']],
  ['unused code', [bin('knip')]],
  ['licences of the packages', [pinnedNode, 'scripts/licences.ts']],
  ['openapi up to date', [pinnedNode, 'scripts/openapi.ts', '--check']],
  ['migrations in order', [pinnedNode, 'scripts/migrations.ts', '--check']],
  ['settings up to date', [pinnedNode, 'scripts/settings.ts', '--check']],
  ['changelog up to date', [pinnedNode, 'scripts/changelog.ts', '--check']],
  ['accessibility audit up to date', [pinnedNode, 'scripts/accessibility.ts', '--check']],
  ['weight of the pages', [pinnedNode, 'scripts/check-weights.mjs']],
]

if (process.argv[1] === import.meta.filename) {
  ensureInstalled()
  continuePinned()
  let failed = 0
  for (const [name, [command = '', ...args]] of checks) {
    const options = { cwd: root, env: pinnedEnv(), encoding: 'utf8' }
    const { status, stdout, stderr } = spawnSync(command, args, options)
    console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
    if (status === 0) continue
    failed += 1
    console.log(`${stdout}${stderr}`)
  }
  process.exit(failed === 0 ? 0 : 1)
}
