import { writeFileSync } from 'node:fs'

/**
 * Writes the number of errors outside the tests into the file WARDTRACK_ERROR_COUNT, because vitest's JSON report
 * omits them.
 */
// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by its default export
export default class ErrorReporter {
  onTestRunEnd(_modules, errors) {
    const file = process.env.WARDTRACK_ERROR_COUNT
    if (file) writeFileSync(file, String(errors.length))
  }
}
