// `npm run test:kafka`: the tests that need real Kafka brokers, with fifty switches between the ways of events under load and
// networks that are cut for half a minute. `-- --short` takes six switches and six seconds, and kills brokers, but no processes, as
// `.ci/run` does. A broker that cannot be started fails the run. The last line is
// `N passed, N failed`.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { KAFKA_SUITE } from './lib/fault-suites.mjs'
import { at } from './lib/paths.mjs'
import { runCommand } from './lib/run-command.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const SHORT = '--short'
const LONG = { WARDTRACK_KAFKA_SWITCHES: '50', WARDTRACK_FAULTS: 'long' }
/** A process that is killed is given up by its group after ten seconds, and its broker beside it takes longer to start. */
const LEFT_OUT = ['--exclude=**/queue-kills.kafka.test.ts']
const filters = process.argv.slice(2).filter((argument) => argument !== SHORT)

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0) {
  console.error('The build failed, so no test ran.')
  endWith({ passed: 0, failed: 1 })
} else if ((await runCommand('bash', [at('scripts', 'kafka-broker.sh'), '--fetch'])) !== 0) {
  console.error('There is no broker to test against.')
  endWith({ passed: 0, failed: 1 })
} else {
  const isShort = process.argv.includes(SHORT)
  const chosen = filters.length > 0 ? filters : [`.${KAFKA_SUITE}.test`]
  await runVitest([...chosen, ...(isShort ? LEFT_OUT : [])], isShort ? {} : LONG)
}
