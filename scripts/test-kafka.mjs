// `npm run test:kafka`: runs the tests that need real Kafka brokers. They switch the transport of events fifty times
// under load, and cut networks for half a minute. With `-- --short` there are six switches and
// cuts of six seconds, and only brokers are killed, as in `.ci/run`. A broker that cannot be started fails the run. The
// last line is `N passed, N failed`.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { KAFKA_SUITE } from './lib/fault-suites.mjs'
import { at } from './lib/paths.mjs'
import { runCommand } from './lib/run-command.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const SHORT = '--short'
const LONG = { WARDTRACK_KAFKA_SWITCHES: '50', WARDTRACK_FAULTS: 'long' }
/** A consumer group removes a killed process after ten seconds, and its broker takes longer to start. */
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
