import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumLaunch } from './scripts/chromium.ts'

/** Short files that take long: left for the end, as Vitest leaves what is small, one of them would keep a core idle. */
const long = ['inputs-attacks', 'guardian-canary', 'durability', 'server/process-']

/** Tests that rightly take long on a machine that does other things as well. */
const patient = [
  // Processes of their own start, end and are killed again and again.
  'src/server/process-*.test.ts',
  'src/server/commands/*.test.ts',
  'src/server/platform/database/*.test.ts',
  // One test is a sweep over every call of the contract, or hundreds of files and requests that are made up.
  'src/**/*{attacks,fuzz,canary}.test.ts',
  'src/server/platform/http/*.test.ts',
  'src/server/office/chest-rights/audience.test.ts',
  // Real servers beside ours: directories, mail, single sign-on, whose own time limits are awaited.
  'src/server/identity/**/*.test.ts',
  'src/server/platform/mail/*.test.ts',
  'src/server/platform/siem/*.test.ts',
  // Real costs of hashing, thousands of passwords judged, thousands of entries.
  'src/server/vault/{master-key,contents,imports,exports}/*.test.ts',
  // A lint of a small tree.
  'src/boundaries.test.ts',
]
/** The parts of the design system, in a real browser. */
const browser = 'src/web/**/*.browser.test.tsx'
const patientMs = 90_000

/** What the rating of a password loads on demand. */
const packagesOfRatings = ['@zxcvbn-ts/core', '@zxcvbn-ts/language-common', '@zxcvbn-ts/language-fr']

/** The packages that files of a pattern import, on demand too. */
function packagesOf(pattern: string): string[] {
  const sources = globSync(pattern).map((file) => readFileSync(file, 'utf8'))
  const names = sources.flatMap((source) => [
    ...source.matchAll(/(?:^(?:import .*|\}) from |\bimport\()'([a-z@][^']*)'/gm),
  ])
  return [...new Set(names.map(([, name = '']) => name))].filter((name) => !/^(?:node:|vitest)/.test(name))
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.includes(name))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // What hangs fails soon; `patient` has more.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // Every core: left to itself Vitest keeps one free, which is half of a machine of two.
    maxWorkers: Math.max(2, availableParallelism()),
    // A file finds the server's modules as the last one left them: none keeps anything of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { name: 'suites', include: ['src/**/*.test.ts'], exclude: [...patient, browser] },
      },
      {
        extends: true,
        test: { name: 'patient', include: patient, testTimeout: patientMs, hookTimeout: patientMs },
      },
      {
        extends: './vite.config.ts',
        root: import.meta.dirname,
        // Bundled before the first test: a package found later would reload the page of a running one.
        optimizeDeps: { include: [...packagesOf('src/web/**/*.{ts,tsx}'), ...packagesOfRatings] },
        test: {
          name: 'browser',
          include: [browser],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1024, height: 768 },
            provider: playwright({
              launchOptions: chromiumLaunch,
              contextOptions: { locale: 'fr-FR', timezoneId: 'Europe/Paris', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
