// node scripts/with-postgres.mjs [--lasting] <command> [arguments]: runs it beside a temporary PostgreSQL.
// `--lasting`: one whose commits reach the disk, for measurements.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startCluster } from './postgres-cluster.mjs'

const isLasting = process.argv[2] === '--lasting'
const [command, ...rest] = process.argv.slice(isLasting ? 3 : 2)
if (command === undefined) {
  console.error('usage: node scripts/with-postgres.mjs [--lasting] <command> [arguments]')
  process.exit(2)
}

const cluster = await startCluster({ isLasting })
const child = spawn(command, rest, {
  stdio: 'inherit',
  env: { ...process.env, TROUSSEAU_TEST_POSTGRES: cluster.url },
})
// The command handles the signal; the cluster stops after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('error', (error) => console.error(`${command}: ${error.message}`))
const [code] = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [127])])
await cluster.stop()
process.exit(code ?? 1)
