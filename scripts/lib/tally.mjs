import { stripVTControlCharacters } from 'node:util'

/**
 * Counts a vitest run. What is not a passed test never counts as one: a file that does not load is a failure, so are
 * a run without tests, a run without a report, and an error outside the tests. Skipped tests are named.
 * @param {object | undefined} report vitest's JSON report
 * @param {number} exitCode vitest's own
 * @returns {{ passed: number, failed: number, remarks: string[] }}
 */
export function tallyOf(report, exitCode) {
  if (!report) return { passed: 0, failed: 1, remarks: ['The test run ended without a report.'] }
  const files = report.testResults
  const tests = files.flatMap((file) => file.assertionResults)
  const passed = tests.filter((test) => test.status === 'passed').length
  const broken = files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const remarks = broken.map((file) => `Failed as a whole: ${file.name}`)
  let failed = tests.filter((test) => test.status === 'failed').length + broken.length
  if (failed === 0 && passed === 0) {
    remarks.push('No test ran.')
    failed = 1
  }
  if (failed === 0 && exitCode !== 0) {
    remarks.push('Every test passed, but an error outside the tests failed the run (see above).')
    failed = 1
  }
  return { passed, failed, remarks: [...remarks, ...skippedOf(tests)] }
}

/** What the report says of a test that took longer than it may: the place where it was declared, and not why. */
const TIMED_OUT = 'Error: STACK_TRACE_ERROR'

/** Lines of a failure's message that are told again at the end. */
const MESSAGE_LINES = 12

/**
 * What failed and why, for the end of a long output.
 * @param {object | undefined} report vitest's JSON report
 * @returns {string[]} a line for each failure, followed by the beginning of its message
 */
export function failuresOf(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length > 0)
      return tests.flatMap((test) => failure(`${file.name}: ${test.fullName}`, test.failureMessages?.[0]))
    return file.status === 'failed' ? failure(file.name, file.message) : []
  })
}

function failure(what, message = '') {
  const told = stripVTControlCharacters(message).replace(TIMED_OUT, 'Error: took longer than it may')
  const lines = told.split('\n')
  return [what, ...lines.slice(0, MESSAGE_LINES).map((line) => `  ${line}`)]
}

function skippedOf(tests) {
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
  if (skipped.length === 0) return []
  return [`${skipped.length} skipped:`, ...skipped.slice(0, 20).map((test) => `  ${test.fullName}`)]
}
