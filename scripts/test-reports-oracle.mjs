// `npm run test:reports-oracle`: every report after late, repeated and shuffled events, in one process and in two that are
// killed, against an oracle made from the events alone. `-- --soak MINUTES` adds traffic with late events beside the demo,
// after which no summary may differ from history. `npm run test:faults` runs short forms of both. The last line is
// `N passed, N failed`.
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
