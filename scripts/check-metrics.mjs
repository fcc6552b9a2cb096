/**
 * `npm run test:metrics`: checks the alert rules, when each of them fires, the expressions of the dashboard and the
 * exposition of a running server with Prometheus' own `promtool`, of Debian's package `prometheus`. A test of `npm test` checks
 * the names in rules and dashboard without it.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { continuePinned, ensureInstalled, pinnedNode, root } from './installation.mjs'

ensureInstalled()
continuePinned()
const promtool = process.env.PROMTOOL ?? 'promtool'
const [port, metricsPort] = [21_290, 21_291]
const folder = mkdtempSync(join(tmpdir(), 'trousseau-metrics-'))
let failed = 0

function check(name, args, input) {
  const { status, stdout, stderr, error } = spawnSync(promtool, args, { input, encoding: 'utf8' })
  if (error?.code === 'ENOENT') {
    console.error('promtool is not installed: apt-get install -y --no-install-recommends prometheus')
    process.exitCode = 1
    throw error
  }
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (status === 0) return
  failed += 1
  console.log(`${stdout}${stderr}`)
}

/** Writes the expressions of the dashboard as recording rules, as Grafana sends them. @returns their file */
function rulesOfDashboard() {
  const variables = { datasource: 'prometheus', job: 'trousseau', instance: '.*', __rate_interval: '1m' }
  const { panels } = JSON.parse(readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8'))
  const rules = panels.flatMap(({ id, targets = [] }) =>
    targets.map(({ expr }, place) => ({
      record: `panel_${id}:${place}`,
      expr: expr.replaceAll(/\$\{?(\w+)\}?/g, (whole, name) => variables[name] ?? whole),
    })),
  )
  const file = join(folder, 'dashboard.yaml')
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  return file
}

async function exposition() {
  for (let tries = 0; tries < 300; tries += 1) {
    const reply = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => null)
    if (reply?.ok) return reply.text()
    await pause(100)
  }
  throw new Error(`the server did not expose its metrics:\n${said}`)
}

const server = spawn(pinnedNode, [join(root, 'src/server/main.ts')], {
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    PATH: process.env.PATH,
    TROUSSEAU_DATA: folder,
    TROUSSEAU_PORT: String(port),
    TROUSSEAU_METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  },
})
let said = ''
server.stderr.on('data', (chunk) => (said += chunk))
const ended = once(server, 'exit')
try {
  check('alert rules', ['check', 'rules', join(root, 'deploy/prometheus-rules.yaml')])
  for (const name of ['rules.test.yaml', 'rules-of-days.test.yaml'])
    check(`what the alert rules say: ${name}`, ['test', 'rules', join(root, 'scripts/metrics', name)])
  check('expressions of the dashboard', ['check', 'rules', rulesOfDashboard()])
  await exposition()
  // A request by each kind of path, so that histograms have values.
  for (const path of ['/health/ready', '/auth', '/api/unknown', '/nowhere'])
    await fetch(`http://127.0.0.1:${port}${path}`)
  check('exposition', ['check', 'metrics'], await exposition())
} finally {
  server.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
if (failed > 0) process.exitCode = 1
