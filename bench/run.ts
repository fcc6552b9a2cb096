/**
 * `npm run bench`: builds the pages if they are stale, then runs bench/suite.ts on the core of the load (1), with a
 * temporary PostgreSQL when that engine is measured. The suite binds each server that it starts to the other core (0).
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadCore, taskset } from './cores.ts'
import { readSettings } from './settings.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const built = spawnSync(process.execPath, ['scripts/build-web.mjs', '--if-stale'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
if (built.status !== 0) process.exit(built.status ?? 1)

const suite = [process.execPath, fileURLToPath(new URL('suite.ts', import.meta.url)), ...args]
const isOnPostgres = readSettings(args).engines.includes('postgres')
const whole = isOnPostgres ? [process.execPath, 'scripts/with-postgres.mjs', '--lasting', ...suite] : suite
const [command = '', ...rest] = taskset(loadCore, whole)

const { status } = spawnSync(command, rest, { cwd: root, stdio: 'inherit' })
process.exit(status ?? 1)
