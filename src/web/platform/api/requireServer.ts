import { health } from '#contract/platform/health.ts'
import { call } from './client.ts'

const patienceMs = 8_000
let waiting: Promise<unknown> | null = null

/** Rejects unless the server responds. A browser never retries a module that failed to load: ask before each import. */
export async function requireServer(): Promise<void> {
  waiting ??= call(health.live, { signal: AbortSignal.timeout(patienceMs) }).finally(() => {
    waiting = null
  })
  await waiting
}
