import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { canBind, loadCore, serverCore } from './cores.ts'
import { hasWrk } from './load.ts'
import { connections, type Settings } from './settings.ts'

/** Describes the machine of the measurement. */
export function machineOf() {
  const [first] = cpus()
  return {
    cpu: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: release(),
    node: process.version,
    sqlite: process.versions['sqlite'] ?? '',
    at: new Date().toISOString(),
    /** The load average of the minute before: above 0.3 or so the figures suffer. */
    loadBefore: loadavg()[0] ?? 0,
  }
}

export function machineLines({ seconds, rounds, engines }: Settings, machine = machineOf()): string[] {
  const generator = hasWrk() ? wrkVersion() : 'autocannon'
  const cores = canBind()
    ? `the server on core ${serverCore}, the load on core ${loadCore}`
    : 'server and load not bound to cores (no taskset here)'
  return [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, ` +
      `Node ${machine.node}, SQLite ${machine.sqlite}, ${machine.at}`,
    `${cores}${engines.includes('postgres') ? `, PostgreSQL on core ${loadCore} with the load` : ''}; ${generator}, ` +
      `${connections} connections; the median of ${rounds} windows of ${seconds} s; load average before: ` +
      machine.loadBefore.toFixed(2),
  ]
}

function wrkVersion(): string {
  try {
    return execFileSync('wrk', ['-v'], { encoding: 'utf8' }).split(' ').slice(0, 2).join(' ')
  } catch (error) {
    // wrk prints its version and then fails for want of an address.
    const { stdout } = error as { stdout?: string }
    return (stdout ?? 'wrk').split(' [')[0] ?? 'wrk'
  }
}
