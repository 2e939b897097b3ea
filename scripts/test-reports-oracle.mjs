// `npm run test:reports-oracle`: compares every report after late, repeated and shuffled events with an oracle that
// is computed from the events alone. It runs in one process and in two that are killed. With `-- --soak MINUTES`,
// the demo also gets traffic with late events, after which no summary may differ from history. Short forms of both are
// part of `npm run test:faults`. The last line is `N passed, N failed`.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const SOAK = '--soak'
const parameters = process.argv.slice(2)
const soakAt = parameters.indexOf(SOAK)
const minutes = soakAt < 0 ? 0 : Number(parameters[soakAt + 1])

await ensureInstalled()
if (!(minutes >= 0)) {
  console.error(`${SOAK} needs a number of minutes.`)
  endWith({ passed: 0, failed: 1 })
} else if ((await ensureBuilt('all')) !== 0) {
  console.error('The build failed, so no test ran.')
  endWith({ passed: 0, failed: 1 })
} else
  await runVitest(['reports-oracle.processes.test', ...(minutes > 0 ? ['late-events.endurance.test'] : [])], {
    WARDTRACK_ORACLE: 'long',
    ...(minutes > 0 ? { WARDTRACK_SOAK_MINUTES: String(minutes) } : {}),
  })
