import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultTable } from './fault-table.mjs'
import { at } from './paths.mjs'
import { runCommand } from './run-command.mjs'
import { failedFilesOf, failuresOf, tallyOf, tallyOfRetry } from './tally.mjs'

/** Prefixes of the closing lines that `.ci/run` gathers. */
const FAILURE = 'failed: '
const FLAKY = 'flaky: '

/**
 * Maximum number of failed files that run once more. More failures have a cause that a second run does not remove.
 */
const MAX_RETRIED_FILES = 8

/**
 * Runs vitest and ends the process with the line `N passed, N failed`. Files with failures run once more, alone: a test
 * that passes then is reported as flaky, a test that fails twice fails the run. Faults that tests record are printed
 * as a table.
 * @param {string[]} args filters and options for vitest; an option and its value are one argument (`--root=e2e`)
 * @param {Record<string, string>} env more environment for the tests
 */
export async function runVitest(args, env = {}) {
  const first = await runOnce(args, env)
  const files = failedFilesOf(first.report)
  const isRetried = first.errors === 0 && files.length > 0 && files.length <= MAX_RETRIED_FILES
  if (!isRetried) return finish(tallyOf(first.report, first.code), failuresOf(first.report), [])
  console.log(`\nRunning ${files.length} failed files once more, alone`)
  const options = args.filter((argument) => argument.startsWith('-'))
  const second = await runOnce([...files, ...options, '--maxWorkers=1'], env)
  const tally = tallyOfRetry(first, second)
  finish(tally, failuresOf(second.report), failuresOf(first.report))
}

/** Prints the closing line and sets the exit code: 1 when anything failed. */
export function endWith({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

function finish(tally, failures, firstFailures) {
  for (const line of tally.remarks) console.log(line)
  for (const line of firstFailures) console.log(`${FLAKY}first run: ${line}`)
  for (const line of failures) console.log(`${FAILURE}${line}`)
  endWith(tally)
}

/**
 * Runs vitest once.
 * @returns its exit code, its JSON report (undefined when it left none) and the number of errors outside the tests
 */
async function runOnce(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'wardtrack-report-'))
  const file = join(folder, 'report.json')
  const faults = join(folder, 'faults')
  const errorCount = join(folder, 'errors')
  const code = await runCommand(
    'vitest',
    [
      'run',
      ...args,
      '--reporter=default',
      '--reporter=json',
      `--reporter=${at('scripts', 'lib', 'error-reporter.mjs')}`,
      `--outputFile.json=${file}`,
    ],
    { env: { WARDTRACK_FAULT_TABLE: faults, WARDTRACK_ERROR_COUNT: errorCount, ...env } },
  )
  const table = faultTable(faults)
  if (table) console.log(`\n${table}\n`)
  const report = readJson(file)
  const errors = readJson(errorCount) ?? 0
  rmSync(folder, { recursive: true, force: true })
  return { code, report, errors }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
