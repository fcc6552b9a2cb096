/**
 * How many passwords one node verifies in a minute at a cost of Argon2id: two at a time with forty waiting, as sign-in runs
 * them, for ten seconds each. Alone, since nothing else should run beside it: `node bench/password-costs.ts`.
 */
import { passwordCost } from '../src/server/platform/crypto/argon2-cost.ts'
import type { Argon2Cost } from '../src/server/platform/crypto/argon2id-input.ts'
import { createPasswordHasher } from '../src/server/platform/crypto/password-hash.ts'
import { Secret } from '../src/server/platform/crypto/secret.ts'
import { createWorkBound } from '../src/server/platform/crypto/work-bound.ts'

const costs: readonly Argon2Cost[] = [passwordCost, { memory: 65_536, passes: 2, parallelism: 1 }]
const atOnce = 2
const waiting = 40
const seconds = 10
const password = new Secret('quatre chevaux bleus galopent')

for (const cost of costs) {
  const bound = createWorkBound({ concurrency: atOnce, queue: waiting })
  const hasher = createPasswordHasher({ bound, cost })
  const hash = await hasher.hash(password)
  const times: number[] = []
  const processor = process.cpuUsage()
  const begun = performance.now()
  const until = begun + seconds * 1_000
  const person = async (): Promise<void> => {
    while (performance.now() < until) {
      const asked = performance.now()
      await hasher.verify(hash, password)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: atOnce + waiting }, person))
  const elapsed = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(processor)
  const sorted = times.toSorted((a, b) => a - b)
  process.stdout.write(
    `${cost.memory / 1_024} MiB, ${cost.passes} passes, ${cost.parallelism} lane: ` +
      `${Math.round((times.length / elapsed) * 60)} a minute, ` +
      `p50 ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, ` +
      `${((user + system) / 1_000 / times.length).toFixed(1)} ms of processor each, ` +
      `${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB\n`,
  )
}
