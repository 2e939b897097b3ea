import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultTable } from './fault-table.mjs'
import { runCommand } from './run-command.mjs'
import { failuresOf, tallyOf } from './tally.mjs'

/** How lines begin that tell of a failure at the end of a run: `.ci/run` gathers them. */
const FAILURE = 'failed: '

/**
 * Runs vitest once and ends the process with the line `N passed, N failed` over everything that ran. What tests note of
 * faults is printed before it as a table.
 * @param {string[]} args more arguments for vitest: filters, --root
 * @param {Record<string, string>} env more environment for the tests
 */
export async function runVitest(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'wardtrack-report-'))
  const file = join(folder, 'report.json')
  const faults = join(folder, 'faults')
  const code = await runCommand(
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { env: { WARDTRACK_FAULT_TABLE: faults, ...env } },
  )
  const table = faultTable(faults)
  if (table) console.log(`\n${table}\n`)
  const report = readReport(file)
  const tally = tallyOf(report, code)
  rmSync(folder, { recursive: true, force: true })
  for (const line of tally.remarks) console.log(line)
  for (const line of failuresOf(report)) console.log(`${FAILURE}${line}`)
  endWith(tally)
}

/** Prints the closing line and sets the exit code: 1 when anything failed. */
export function endWith({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
