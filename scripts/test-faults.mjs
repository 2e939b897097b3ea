// `npm run test:faults`: processes killed with signal 9 in the middle of their work, halted, cut off, without disk, memory or
// file handles, with clocks that jump, and power cuts of the embedded store's disk: more than 800 faults; also what needs
// several whole products or lets one run for a while. `-- --short` does each kind a few times, as `.ci/run` does. What came of
// each kind is printed as a table. The last line is `N passed, N failed`.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { FAULT_SUITES } from './lib/fault-suites.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const SHORT = '--short'
const LONG_ROUNDS = {
  WARDTRACK_KILL_ROUNDS: '10',
  WARDTRACK_POWER_LOSS_ROUNDS: '100',
  WARDTRACK_STORE_KILLS: '100',
  WARDTRACK_FAULTS: 'long',
}
const filters = process.argv.slice(2).filter((argument) => argument !== SHORT)

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0) {
  console.error('The build failed, so no test ran.')
  endWith({ passed: 0, failed: 1 })
} else {
  const isShort = process.argv.includes(SHORT)
  const chosen = filters.length > 0 ? filters : FAULT_SUITES.map((suite) => `.${suite}.test`)
  await runVitest(chosen, isShort ? {} : LONG_ROUNDS)
}
