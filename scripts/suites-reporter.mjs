/** Vitest's reporter for `npm test`: writes a report for test-reports.mjs, including errors outside of tests. */
import { writeFileSync } from 'node:fs'

const reasons = (errors) => errors.map((error) => error.stack ?? error.message)

/** Writes the report to the file TROUSSEAU_SUITES_REPORT. */
export default class {
  onTestRunEnd(modules, unhandled) {
    const tests = []
    const errors = unhandled.map((error) => ({ name: 'outside of a test', reasons: reasons([error]) }))
    for (const module of modules) {
      const file = module.relativeModuleId
      if (module.errors().length > 0) errors.push({ name: file, reasons: reasons(module.errors()) })
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0)
          errors.push({ name: `${file} › ${suite.fullName}`, reasons: reasons(suite.errors()) })
      for (const test of module.children.allTests()) {
        const { state, errors: failed = [] } = test.result()
        tests.push({ name: `${file} › ${test.fullName}`, state, reasons: reasons(failed) })
      }
    }
    writeFileSync(process.env.TROUSSEAU_SUITES_REPORT ?? 'suites.json', JSON.stringify({ tests, errors }))
  }
}
