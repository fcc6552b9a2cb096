import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../src/server/testing/free-port.ts'
import { serverCore, taskset } from './cores.ts'

export type Server = {
  readonly url: string
  /** From the start of the process to its first answered request, in milliseconds. */
  readonly startedInMs: number
  /** Resident memory now, in MiB. */
  memory(): number
  /** The highest resident memory so far, in MiB. */
  peakMemory(): number
  /** Processor time of all its threads so far, in milliseconds. */
  processorMs(): number
  /** The longest event-loop delay since the last reading, in milliseconds. */
  longestDelay(): Promise<number>
  stop(): Promise<void>
}

type Start = {
  /** The program, relative to the repository. */
  entry: string
  /** Returns the program's environment for a port. */
  env: (port: number) => Record<string, string>
  /** The folder of its output. */
  folder: string
  profile?: string | null
}

const startLimitMs = 30_000
const probeEveryMs = 4
const watching = ['--import', new URL('loop-watch.ts', import.meta.url).href]
const delaysIn = (log: string): number[] =>
  [...readFileSync(log, 'utf8').matchAll(/^LOOP ([\d.]+)$/gm)].map((found) => Number(found[1]))

/** Starts a server on its core and waits for its first reply. */
export async function startServer({ entry, env, folder, profile }: Start): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const profiling = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const [command = '', ...args] = taskset(serverCore, [process.execPath, ...profiling, ...watching, entry])
  const log = join(folder, 'server.log')
  const output = openSync(log, 'w')
  const since = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'], ...env(port) },
  })
  await answers(child, `${url}/health/live`, log)
  const startedInMs = performance.now() - since
  return {
    url,
    startedInMs,
    memory: () => mebibytesOf('VmRSS', child.pid ?? 0),
    peakMemory: () => mebibytesOf('VmHWM', child.pid ?? 0),
    processorMs: () => processorMs(child.pid ?? 0),
    longestDelay: async () => {
      const told = delaysIn(log).length
      child.kill('SIGUSR2')
      for (let tries = 0; delaysIn(log).length === told && tries < 500; tries += 1) await pause(10)
      return delaysIn(log).at(-1) ?? Number.NaN
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      // Unlike SIGTERM, it does not wait for balancers.
      child.kill('SIGINT')
      await exited
    },
  }
}

async function answers(child: ChildProcess, url: string, log: string): Promise<void> {
  for (const since = performance.now(); performance.now() - since < startLimitMs; await pause(probeEveryMs)) {
    if (child.exitCode !== null) break
    const reply = await fetch(url).catch(() => null)
    await reply?.arrayBuffer()
    if (reply?.ok) return
  }
  child.kill('SIGKILL')
  throw new Error(`the server did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
}

/** Returns the resident memory of a process in MiB: now, or the highest. */
export function mebibytesOf(name: 'VmRSS' | 'VmHWM', pid: number): number {
  // Linux only, like the cores: elsewhere the figure is omitted.
  const found = readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+) kB`))
  return Number(found?.[1] ?? Number.NaN) / 1024
}

/** Returns the processor time of a process. Linux counts in hundredths of a second: enough for a window of load. */
function processorMs(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const [user, system] = [Number(afterName[11]), Number(afterName[12])]
  return (user + system) * 10
}
