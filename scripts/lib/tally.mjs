import { stripVTControlCharacters } from 'node:util'

/**
 * Counts a vitest run. Only a passed test counts as passed. A file that does not load, a run without tests, a run
 * without a report and an error outside the tests are failures. Skipped tests are named.
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

/** Returns the paths of the files with failures. @param {object | undefined} report vitest's JSON report */
export const failedFilesOf = (report) =>
  (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name)

/**
 * Counts a run whose failed files ran once more. A file's second result replaces its first one, and tests that passed only
 * then are named as flaky. An error outside the tests of the second run fails it.
 * @param {{ report: object, code: number }} first run of everything
 * @param {{ report: object | undefined, code: number }} second run of the failed files
 */
export function tallyOfRetry(first, second) {
  if (!second.report) return tallyOf(first.report, first.code)
  const retried = new Set(failedFilesOf(first.report))
  const kept = first.report.testResults.filter(({ name }) => !retried.has(name))
  const missing = first.report.testResults.filter(
    ({ name }) => retried.has(name) && !second.report.testResults.some((file) => file.name === name),
  )
  const tally = tallyOf({ testResults: [...kept, ...second.report.testResults, ...missing] }, second.code)
  const passedNow = new Set(testsOf(second.report, 'passed'))
  const flaky = testsOf(first.report, 'failed').filter((name) => passedNow.has(name))
  return { ...tally, remarks: [...flaky.map((name) => `flaky: ${name}`), ...tally.remarks] }
}

const testsOf = (report, status) =>
  report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === status)
      .map((test) => `${file.name}: ${test.fullName}`),
  )

/**
 * Reads the closing line of a command. A command without that line, or in which nothing passed, counts as a failure.
 * @param {string} output end of the command's output
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number }}
 */
export function closingTally(output, exitCode) {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\n?$/.exec(output) ?? []
  if (passed === undefined) return { passed: 0, failed: 1 }
  const hasHiddenFailure = failed === '0' && (exitCode !== 0 || passed === '0')
  return { passed: Number(passed), failed: Number(failed) + (hasHiddenFailure ? 1 : 0) }
}

/** Message that vitest reports for a test that exceeded its time limit. */
const TIMED_OUT = 'Error: STACK_TRACE_ERROR'

/** Lines of a failure's message that are repeated at the end of the output. */
const MESSAGE_LINES = 12

/**
 * Lists failures with the beginning of their messages, for the end of a long output.
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
  const text = stripVTControlCharacters(message).replace(TIMED_OUT, 'Error: took longer than it may')
  const lines = text.split('\n')
  return [what, ...lines.slice(0, MESSAGE_LINES).map((line) => `  ${line}`)]
}

function skippedOf(tests) {
  const skipped = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed')
  if (skipped.length === 0) return []
  return [`${skipped.length} skipped:`, ...skipped.slice(0, 20).map((test) => `  ${test.fullName}`)]
}
