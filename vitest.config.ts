import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long: left for the end, as Vitest leaves what is small, one of them would keep a core idle. */
const long = ['inputs-attacks', 'guardian-canary', 'durability', 'server/process-']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.includes(name))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    // Processes of their own take their time on a machine that does other things as well.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Every core: left to itself Vitest keeps one free, which is half of a machine of two.
    maxWorkers: Math.max(2, availableParallelism()),
    // A file finds the server's modules as the last one left them: none keeps anything of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
