import { writeFileSync } from 'node:fs'

/** Writes the number of errors outside the tests into the file WARDTRACK_ERROR_COUNT: vitest's JSON report has no place for them. */
export default class ErrorReporter {
  onTestRunEnd(_modules, errors) {
    const file = process.env.WARDTRACK_ERROR_COUNT
    if (file) writeFileSync(file, String(errors.length))
  }
}
