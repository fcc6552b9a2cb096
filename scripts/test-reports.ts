/** Reads the runners' reports: how many tests passed, and name and reason of each failure. */

/** Lines of a failure that are repeated at the end of a run; all of them appear where it happened. */
const toldLines = 12

/** The colours in which a runner writes for a terminal. */
const colours = new RegExp(`${String.fromCodePoint(27)}\\[[\\d;]*m`, 'g')

function failure(name, reasons) {
  const lines = reasons.join('\n').replace(colours, '').split('\n')
  const ours = lines.filter((line) => line.trim() !== '' && !line.includes('/node_modules/'))
  return [name, ...ours.slice(0, toldLines).map((line) => `    ${line}`)].join('\n')
}

/** Reads the report of suites-reporter.mjs. */
export function suitesOf({ tests, errors }) {
  const failed = tests.filter(({ state }) => state !== 'passed')
  return {
    passed: tests.length - failed.length,
    failures: [
      ...failed.map(({ name, state, reasons }) => failure(`${name} (${state})`, reasons)),
      ...errors.map(({ name, reasons }) => failure(name, reasons)),
    ],
  }
}

/** Reads Playwright's report: tests that needed a retry or were skipped count as failed. */
export function journeysOf(report) {
  const failures = report.errors.map((error) => failure('outside of a test', [error.message]))
  let passed = 0
  const walk = (suite) => {
    for (const { title, file, line, tests } of suite.specs ?? [])
      for (const { projectName, status, results } of tests) {
        if (status === 'expected') passed += 1
        else {
          const reasons = results.flatMap(({ errors }) => errors.map((error) => error.message))
          failures.push(failure(`[${projectName}] ${file}:${line} › ${title} (${status})`, reasons))
        }
      }
    for (const inner of suite.suites ?? []) walk(inner)
  }
  for (const suite of report.suites) walk(suite)
  return { passed, failures }
}
