import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumLaunch } from './scripts/chromium.ts'

/** Short files that take long: left for the end, as Vitest leaves what is small, one of them would keep a core idle. */
const long = ['inputs-attacks', 'guardian-canary', 'durability', 'server/process-']

/** Files with a longer limit, for one of these reasons. */
const patient = [
  // Processes start, end and are killed, or a real server runs beside ours: slapd, rsyslog, PostgreSQL behind a pooler.
  'src/server/process-*.test.ts',
  'src/server/platform/database/{durability,folder-lock,migrate,open,postgres-places,postgres-pool}.test.ts',
  'src/server/identity/{directory/directory,sign-in/directory-*}.test.ts',
  'src/server/office/{directory-people/directory-people,users/directory-import}.test.ts',
  'src/server/platform/siem/siem.test.ts',
  'src/{boundaries,packages,release}.test.ts',
  // One test takes more than three seconds on a quiet machine with two cores: it sweeps over every call, works on
  // thousands of entries, or waits for the limit of a server that does not answer.
  'src/server/access/{canary,guardian-canary,widening-attacks}.test.ts',
  'src/server/commands/{doctor,remote,rotate-key,rotate-key-nodes}.test.ts',
  'src/server/platform/http/{fuzz,head,inputs-attacks}.test.ts',
  'src/server/platform/strength/strength.test.ts',
  'src/server/vault/attachments/attachments-attacks.test.ts',
  'src/server/vault/exports/exports-attacks.test.ts',
  'src/server/vault/imports/csv-fuzz.test.ts',
  'src/server/vault/master-key/at-rest-attacks.test.ts',
  'src/server/vault/trash/trash-attacks.test.ts',
]
/** Files that `npm run test:fast` leaves to `npm test`: together they take most of an engine's time. */
const unhurried = [
  'src/server/identity/**/*.test.ts',
  'src/server/platform/{http,mail,siem}/*.test.ts',
  'src/server/{backups,commands}/*.test.ts',
  'src/**/*{attacks,fuzz,canary}.test.ts',
  'src/server/office/chest-rights/audience.test.ts',
  'src/server/meeting-*.test.ts',
  'src/server/vault/{master-key,contents,imports,exports}/*.test.ts',
]
/** The parts of the design system, in a real browser. */
const browser = 'src/web/**/*.browser.test.tsx'
const patientMs = 90_000

const setupFiles = ['src/server/testing/property-seed.ts']

/** How long `expect.poll` waits on a busy machine for what it expects; `vi.waitFor` has no such setting and is not used. */
const expectation = { poll: { timeout: 15_000 } }

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
    expect: expectation,
    // Every core: left to itself Vitest keeps one free, which is half of a machine of two.
    maxWorkers: Math.max(2, availableParallelism()),
    // Concurrent tests run a server each: more of them would slow one another beyond the limits of the product.
    maxConcurrency: 4,
    // A file finds the server's modules as the last one left them: none keeps anything of its own.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'suites',
          include: ['src/**/*.test.ts'],
          exclude: [...patient, ...unhurried, browser],
          setupFiles,
        },
      },
      {
        extends: true,
        test: { name: 'unhurried', include: unhurried, exclude: [...patient, browser], setupFiles },
      },
      {
        extends: true,
        test: {
          name: 'patient',
          include: patient,
          setupFiles,
          testTimeout: patientMs,
          hookTimeout: patientMs,
        },
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
          expect: expectation,
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
