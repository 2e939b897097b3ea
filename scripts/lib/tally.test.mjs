import { expect, test } from 'vitest'
import { closingTally, failedFilesOf, failuresOf, tallyOf, tallyOfRetry } from './tally.mjs'

const file = (name, statuses, status = statuses.includes('failed') ? 'failed' : 'passed') => ({
  name,
  status,
  assertionResults: statuses.map((testStatus, index) => ({
    status: testStatus,
    fullName: `${name} ${index}`,
  })),
})

test('counts passed and failed tests over all files', () => {
  const report = { testResults: [file('a', ['passed', 'failed']), file('b', ['passed', 'passed'])] }
  expect(tallyOf(report, 1)).toEqual({ passed: 3, failed: 1, remarks: [] })
})

test('counts a file that does not load as a failure and names it', () => {
  const report = { testResults: [file('a', ['passed']), file('broken', [], 'failed')] }
  expect(tallyOf(report, 1)).toEqual({ passed: 1, failed: 1, remarks: ['Failed as a whole: broken'] })
})

test('counts a file whose hook fails after its tests passed as a failure', () => {
  const report = { testResults: [file('a', ['passed'], 'failed')] }
  expect(tallyOf(report, 1)).toMatchObject({ passed: 1, failed: 1 })
})

test('fails a run in which no test ran, even when vitest reports success', () => {
  expect(tallyOf({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 1, remarks: ['No test ran.'] })
})

test('fails a run in which every test was skipped', () => {
  expect(tallyOf({ testResults: [file('a', ['skipped', 'todo'])] }, 0)).toMatchObject({
    passed: 0,
    failed: 1,
  })
})

test('fails a run that left no report', () => {
  expect(tallyOf(undefined, 0)).toMatchObject({ passed: 0, failed: 1 })
})

test('fails a run that an error outside the tests failed', () => {
  expect(tallyOf({ testResults: [file('a', ['passed'])] }, 1)).toMatchObject({ passed: 1, failed: 1 })
})

test('names skipped tests without counting them', () => {
  const tally = tallyOf({ testResults: [file('a', ['passed', 'pending'])] }, 0)
  expect(tally).toEqual({ passed: 1, failed: 0, remarks: ['1 skipped:', '  a 1'] })
})

test('lists the files in which something failed', () => {
  const report = { testResults: [file('a', ['failed']), file('b', ['passed']), file('broken', [], 'failed')] }
  expect(failedFilesOf(report)).toEqual(['a', 'broken'])
  expect(failedFilesOf(undefined)).toEqual([])
})

test('counts a test that passes the second time as passed, and names it as flaky', () => {
  const first = { report: { testResults: [file('a', ['passed', 'failed']), file('b', ['passed'])] }, code: 1 }
  const second = { report: { testResults: [file('a', ['passed', 'passed'])] }, code: 0 }
  expect(tallyOfRetry(first, second)).toEqual({ passed: 3, failed: 0, remarks: ['flaky: a: a 1'] })
})

test('counts a test that fails twice as failed', () => {
  const first = { report: { testResults: [file('a', ['failed', 'failed'])] }, code: 1 }
  const second = { report: { testResults: [file('a', ['passed', 'failed'])] }, code: 1 }
  expect(tallyOfRetry(first, second)).toEqual({ passed: 1, failed: 1, remarks: ['flaky: a: a 0'] })
})

test('counts the first results when the second run left none', () => {
  const first = { report: { testResults: [file('a', ['failed']), file('b', ['passed'])] }, code: 1 }
  expect(tallyOfRetry(first, { report: undefined, code: 1 })).toMatchObject({ passed: 1, failed: 1 })
  expect(tallyOfRetry(first, { report: { testResults: [] }, code: 1 })).toMatchObject({
    passed: 1,
    failed: 1,
  })
})

test('keeps an error outside the tests of the second run as a failure', () => {
  const first = { report: { testResults: [file('a', ['failed'])] }, code: 1 }
  const second = { report: { testResults: [file('a', ['passed'])] }, code: 1 }
  expect(tallyOfRetry(first, second)).toMatchObject({ passed: 1, failed: 1 })
})

test('describes each failure with the beginning of its message', () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const failing = file('a', ['passed', 'failed', 'failed'])
  failing.assertionResults[1].failureMessages = ['\u001b[31mexpected 1\u001b[39m\nto be 2']
  failing.assertionResults[2].failureMessages = [long]
  const broken = { ...file('broken', [], 'failed'), message: 'cannot be read' }
  const lines = failuresOf({ testResults: [failing, broken, file('b', ['passed'])] })
  expect(lines.slice(0, 4)).toEqual(['a: a 1', '  expected 1', '  to be 2', 'a: a 2'])
  expect(lines.slice(-3)).toEqual(['  line 11', 'broken', '  cannot be read'])
})

test('reports that a test exceeded its time limit, although the report contains only its stack', () => {
  const failing = file('a', ['failed'])
  failing.assertionResults[0].failureMessages = ['Error: STACK_TRACE_ERROR\n    at a.test.ts:1']
  expect(failuresOf({ testResults: [failing] })).toEqual([
    'a: a 0',
    '  Error: took longer than it may',
    '      at a.test.ts:1',
  ])
})

test('describes no failures without a report', () => {
  expect(failuresOf(undefined)).toEqual([])
})

test.each([
  ['...\n12 passed, 0 failed\n', 0, { passed: 12, failed: 0 }],
  ['12 passed, 3 failed\n', 1, { passed: 12, failed: 3 }],
  ['12 passed, 0 failed\n', 1, { passed: 12, failed: 1 }],
  ['0 passed, 0 failed\n', 0, { passed: 0, failed: 1 }],
  ['12 passed, 0 failed\nand then it broke\n', 0, { passed: 0, failed: 1 }],
  ['', 143, { passed: 0, failed: 1 }],
])('the closing line %j with exit code %d counts as %j', (output, code, tally) => {
  expect(closingTally(output, code)).toEqual(tally)
})
