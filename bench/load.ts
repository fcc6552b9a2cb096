import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import type { Server } from './server.ts'
import { connections } from './settings.ts'

export type Call = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }

/** Requests to send one after the other, with their common headers. */
export type Load = { readonly headers: Record<string, string>; readonly calls: readonly Call[] }

/** One window of load: times in milliseconds. */
type Sent = { requests: number; perSecond: number; p50: number; p99: number; max: number }
/** `cpuMicros`: the server's processor time a request, in microseconds; a busy machine affects it least. */
export type Window = Sent & { readonly cpuMicros: number }

export const hasWrk = (): boolean => spawnSync('wrk', ['-v']).error === undefined

/**
 * Sends a load for some seconds over ten connections.
 * @throws if any reply was not a success: a rate of refusals is no figure
 */
async function sendLoad(url: string, load: Load, seconds: number, folder: string): Promise<Sent> {
  const { failures, ...sent } = await (hasWrk() ? byWrk : byAutocannon)(url, load, seconds, folder)
  if (failures > 0) throw new Error(`${failures} requests failed, such as ${load.calls[0]?.path}`)
  return sent
}

type Outcome = Sent & { failures: number }

const script = fileURLToPath(new URL('load.lua', import.meta.url))

async function byWrk(url: string, load: Load, seconds: number, folder: string): Promise<Outcome> {
  const file = join(folder, 'load.tsv')
  const headers = Object.entries(load.headers).map(([name, value]) => `HEADER\t${name}\t${value}`)
  const calls = load.calls.map(
    ({ method, path, body }) => `${method}\t${path}\t${body ? JSON.stringify(body) : ''}`,
  )
  writeFileSync(file, [...headers, ...calls, ''].join('\n'))
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script]
  const wrk = spawn('wrk', [...options, url, '--', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  wrk.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(wrk, 'close')
  const line = /^RESULT (.*)$/m.exec(output)?.[1]
  if (line === undefined) throw new Error(`wrk said:\n${output}`)
  const result = JSON.parse(line) as Record<'requests' | 'microseconds' | 'p50' | 'p99' | 'max', number> &
    Record<'refused' | 'failed', number>
  return {
    requests: result.requests,
    perSecond: result.requests / (result.microseconds / 1_000_000),
    p50: result.p50 / 1000,
    p99: result.p99 / 1000,
    max: result.max / 1000,
    failures: result.refused + result.failed,
  }
}

async function byAutocannon(url: string, load: Load, seconds: number): Promise<Outcome> {
  const headers = { ...load.headers, 'content-type': 'application/json' }
  const requests = load.calls.map(({ method, path, body }) => ({
    method,
    path,
    headers: body ? headers : load.headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  }))
  const result = await autocannon({ url, connections, duration: seconds, requests })
  const { latency } = result
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: latency.p50,
    p99: latency.p99,
    max: latency.max,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/** Warms up, sends some windows, and returns the one with the median rate. */
export async function measureLoad(
  server: Pick<Server, 'url' | 'processorMs'>,
  load: Load,
  { seconds, rounds }: { seconds: number; rounds: number },
  folder: string,
): Promise<Window> {
  await sendLoad(server.url, load, Math.max(1, Math.ceil(seconds / 2)), folder)
  const windows: Window[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = server.processorMs()
    const sent = await sendLoad(server.url, load, seconds, folder)
    windows.push({ ...sent, cpuMicros: ((server.processorMs() - before) * 1000) / sent.requests })
  }
  const sorted = windows.toSorted((a, b) => a.perSecond - b.perSecond)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (!middle) throw new Error('no window of load was sent')
  return middle
}
