import { setTimeout as pause } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import { headersOf } from './loads.ts'
import { startProbe } from './probe.ts'
import type { Figure, Verdict } from './report.ts'
import type { Seeded } from './seed.ts'
import { startServer, type Server } from './server.ts'

type Single = Extract<Figure, { value: number }>
type About = { label: string; unit: Single['unit']; limit?: number; note?: string }

const limits = { indexMs: 2_000, delayMs: 50, startMs: 800, idleMiB: 130, afterMiB: 350 } as const
const starts = 5
const restMs = 20_000

/** Returns a single value; a limit becomes its target. */
export function single(
  { engine }: Pick<Installation, 'engine'>,
  name: string,
  value: number,
  { limit, ...about }: About,
): Single {
  const verdicts: Verdict[] =
    limit === undefined ? [] : [{ asked: `at most ${limit} ${about.unit}`, met: value <= limit }]
  return { name, engine, value, verdicts, ...about }
}

/** Measures the time from `node src/server/main.ts` on an existing installation to the first reply. */
export async function measureStart(
  installation: Installation,
  limit: number = limits.startMs,
): Promise<Single> {
  const times: number[] = []
  for (let round = 0; round < starts; round += 1) {
    const server = await startServer({ entry: 'src/server/main.ts', ...installation })
    times.push(server.startedInMs)
    await server.stop()
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(starts / 2)] ?? Number.NaN
  const note = `median of ${starts}: ${times.map(Math.round).join(', ')}`
  return single(installation, 'start', middle, {
    label: 'start to first answer',
    unit: 'ms',
    limit,
    note,
  })
}

export const idleMemory = (installation: Installation, server: Server): Single =>
  single(installation, 'idle', server.memory(), { label: 'memory, idle', unit: 'MiB', limit: limits.idleMiB })

/** Measures memory immediately, and after the thread that rates passwords has ended and memory was released. */
export async function* memoryAfter(installation: Installation, server: Server): AsyncGenerator<Single> {
  yield single(installation, 'end', server.memory(), {
    label: 'memory, at the end of all this',
    unit: 'MiB',
  })
  await pause(restMs)
  const label = `memory, ${restMs / 1000} s later`
  yield single(installation, 'after', server.memory(), { label, unit: 'MiB', limit: limits.afterMiB })
}

/** Measures the first page of a chest of 100,000 items on a server without its index, and the delay for others. */
export async function measureIndex(
  installation: Installation,
  seeded: Seeded,
  server: Server,
): Promise<Single[]> {
  const headers = headersOf(seeded.cookie)
  const probe = startProbe(server.url, headers)
  await pause(500)
  const since = performance.now()
  const reply = await fetch(`${server.url}/api/explorer/data/?chestId=${seeded.huge.chestId}&limit=25`, {
    headers,
  })
  const took = performance.now() - since
  if (!reply.ok) throw new Error(`the first page was answered ${reply.status}: ${await reply.text()}`)
  const { longestMs } = await probe.stop()
  return [
    single(installation, 'index', took, {
      label: 'first index of 100,000 items',
      unit: 'ms',
      ...(installation.engine === 'sqlite' ? { limit: limits.indexMs } : {}),
    }),
    single(installation, 'index-delay', longestMs, {
      label: '  longest other request meanwhile',
      unit: 'ms',
      limit: limits.delayMs,
      note: 'a light request every 5 ms',
    }),
  ]
}

/** Measures twenty concurrent sign-ins; hashing must not block the event loop. */
export async function measureSignIns(
  installation: Installation,
  seeded: Seeded,
  server: Server,
): Promise<Single[]> {
  const headers = { ...headersOf(''), 'content-type': 'application/json' }
  const { people } = seeded
  await server.longestDelay()
  const since = performance.now()
  await Promise.all(
    people.map(async ({ login, password }) => {
      const body = JSON.stringify({ login, password, type: 'LOCAL', source: 'web' })
      const reply = await fetch(`${server.url}/api/auth/step1`, { method: 'POST', headers, body })
      if (!reply.ok) throw new Error(`a sign-in was answered ${reply.status}: ${await reply.text()}`)
    }),
  )
  const took = performance.now() - since
  return [
    single(installation, 'sign-ins', took, {
      label: `${people.length} sign-ins at once (Argon2id)`,
      unit: 'ms',
    }),
    single(installation, 'sign-ins-delay', await server.longestDelay(), {
      label: '  longest stand of the event loop meanwhile',
      unit: 'ms',
      limit: limits.delayMs,
    }),
  ]
}
