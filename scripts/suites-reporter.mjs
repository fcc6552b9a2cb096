/** Vitest's reporter for `npm test`: writes a report for test-reports.mjs, including errors outside of tests. */
import { writeFileSync } from 'node:fs'

const reasons = (errors) => errors.map((error) => error.stack ?? error.message)

/** Writes the report to the file TROUSSEAU_SUITES_REPORT. */
export default class {
  onTestRunEnd(modules, unhandled) {
    const errors = unhandled.map((error) => ({ name: 'outside of a test', reasons: reasons([error]) }))
    const tests = []
    const files = []
    for (const module of modules) {
      const file = module.relativeModuleId
      const failed = (name, of) => errors.push({ file, name, reasons: reasons(of) })
      const { setupDuration, collectDuration, duration } = module.diagnostic()
      files.push({ file, ms: setupDuration + collectDuration + duration })
      if (module.errors().length > 0) failed(file, module.errors())
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) failed(`${file} › ${suite.fullName}`, suite.errors())
      for (const test of module.children.allTests()) {
        const { state, errors: thrown = [] } = test.result()
        tests.push({ file, name: `${file} › ${test.fullName}`, state, reasons: reasons(thrown) })
      }
    }
    writeFileSync(
      process.env.TROUSSEAU_SUITES_REPORT ?? 'suites.json',
      JSON.stringify({ tests, errors, files }),
    )
  }
}
