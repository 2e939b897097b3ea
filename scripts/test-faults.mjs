// `npm run test:faults`: runs tests with more than 800 faults. Processes are killed with signal 9 during their work,
// halted, cut off, or lack disk, memory or file handles. Clocks jump, and the embedded store's disk loses power.
// Tests that need several whole products or a longer run are included. `-- --short` runs each kind a few times, as in
// `.ci/run`. A table shows the result of each kind. The last line is `N passed, N failed`.
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
