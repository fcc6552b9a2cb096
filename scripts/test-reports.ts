/** Reads the reports of the runners of `npm test`. */

/** A test that did not pass. */
export type Failure = {
  readonly name: string
  /** What the end of a run prints of it. */
  readonly told: string
  /** The file that runs it again; an error outside of all files has none. */
  readonly file?: string | undefined
  /** The project of Playwright. */
  readonly project?: string | undefined
}

export type FileTime = { readonly file: string; readonly ms: number }

/** `files` holds the time of each file, added up over its tests. */
export type Report = { passed: number; failures: Failure[]; files: FileTime[] }

type Told = {
  readonly name: string
  readonly reasons: readonly string[]
  readonly file?: string
  readonly project?: string
  readonly state?: string
}

/** The report of suites-reporter.mjs. */
export type SuitesReport = {
  readonly tests: readonly (Told & { readonly file: string; readonly state: string })[]
  readonly errors: readonly Told[]
  readonly files: FileTime[]
}

type Suite = {
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly {
      readonly projectName: string
      readonly status: string
      readonly results: readonly {
        readonly duration: number
        readonly errors: readonly { readonly message: string }[]
      }[]
    }[]
  }[]
  readonly suites?: readonly Suite[]
}

/** What is read of Playwright's JSON report. */
export type JourneysReport = {
  readonly errors: readonly { readonly message: string }[]
  readonly suites: readonly Suite[]
}

/** Lines of a failure that are repeated at the end of a run; all of them appear where it happened. */
const toldLines = 12

/** The colours in which a runner writes for a terminal. */
const colours = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g')

function failure({ name, reasons, state, file, project }: Told): Failure {
  const lines = reasons.join('\n').replace(colours, '').split('\n')
  const ours = lines.filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
  const title = state === undefined ? name : `${name} (${state})`
  const told = [title, ...ours.slice(0, toldLines).map((line) => `    ${line}`)].join('\n')
  return { name, told, file, project }
}

/** Reads the report of Vitest. A skipped test counts as failed. */
export function suitesOf({ tests, errors, files }: SuitesReport): Report {
  const failed = tests.filter(({ state }) => state !== 'passed')
  return { passed: tests.length - failed.length, failures: [...failed, ...errors].map(failure), files }
}

/** Reads the report of Playwright. A test that needed a retry or was skipped counts as failed. */
export function journeysOf(report: JourneysReport): Report {
  const failures = report.errors.map(({ message }) =>
    failure({ name: 'outside of a test', reasons: [message] }),
  )
  const times = new Map<string, number>()
  let passed = 0
  const walk = (suite: Suite): void => {
    for (const { title, file, line, tests } of suite.specs ?? [])
      for (const { projectName: project, status: state, results } of tests) {
        const place = `[${project}] ${file}`
        times.set(
          place,
          results.reduce((sum, { duration }) => sum + duration, times.get(place) ?? 0),
        )
        const reasons = results.flatMap(({ errors }) => errors.map(({ message }) => message))
        if (state === 'expected') passed += 1
        else failures.push(failure({ name: `${place}:${line} › ${title}`, reasons, state, file, project }))
      }
    for (const inner of suite.suites ?? []) walk(inner)
  }
  for (const suite of report.suites) walk(suite)
  return { passed, failures, files: [...times].map(([file, ms]) => ({ file, ms })) }
}

/** Groups failures that the same run of one file repeats. One without a file stands alone. */
export function groupByFile(failures: readonly Failure[]): Failure[][] {
  const keyOf = ({ file, project }: Failure) => (file === undefined ? {} : `${project} ${file}`)
  return [...Map.groupBy(failures, keyOf).values()]
}

/**
 * Tells which failures of a file are real, by its repetitions. One that was green in all of them is unsteady.
 * @param failures of the file in the whole run
 * @param repetitions its failures in each repetition
 */
export function settle(
  failures: readonly Failure[],
  repetitions: readonly (readonly Failure[])[],
): { failed: Failure[]; unsteady: Failure[] } {
  const again = new Map(repetitions.flat().map((one) => [one.name, one]))
  const known = new Set(failures.map(({ name }) => name))
  // A repetition that ended without a report proved nothing: `name` is then that of no test.
  const isReal = ({ name }: Failure) => repetitions.length === 0 || again.has(name)
  return {
    failed: [...failures.filter(isReal), ...[...again.values()].filter(({ name }) => !known.has(name))],
    unsteady: failures.filter((one) => !isReal(one)),
  }
}

/** Returns the closing lines of an unsteady test. */
export const unsteadyLines = ({ name, told }: Failure): string =>
  `UNSTEADY ${name}: ${told.split('\n').slice(1).join('\n').trim()}`

/** Returns a line for each of the slowest files, with its share of the time of all. */
export function slowest(files: readonly FileTime[], count = 10): string[] {
  const total = files.reduce((sum, { ms }) => sum + ms, 0)
  return files
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ file, ms }) => {
      const seconds = `${Math.round(ms / 1000)} s`.padStart(6)
      return `${seconds} ${((100 * ms) / total).toFixed(1).padStart(5)} %  ${file}`
    })
}
