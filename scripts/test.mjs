// `npm test`: one vitest run over all workspaces, without the suites of `npm run test:faults` and `npm run
// test:kafka`. `npm test -- FILTER` runs part of it; `npm run test:mongod` runs the same suites against a real
// MongoDB. The last line is `N passed, N failed`, and N counts the whole repository.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { FAULT_SUITES, KAFKA_SUITE } from './lib/fault-suites.mjs'
import { realMongod } from './lib/real-mongod.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const MONGOD = '--mongod'
const filters = process.argv.slice(2).filter((argument) => argument !== MONGOD)
const args = [...filters, ...[...FAULT_SUITES, KAFKA_SUITE].map((suite) => `--exclude=**/*.${suite}.test.ts`)]

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0) {
  console.error('The build failed, so no test ran.')
  endWith({ passed: 0, failed: 1 })
} else if (process.argv.includes(MONGOD)) await runOnMongod()
else await runVitest(args)

async function runOnMongod() {
  try {
    const mongod = await realMongod()
    console.log('Testing against MongoDB')
    await runVitest(args, { WARDTRACK_TEST_MONGODB_URI: mongod.uri })
    await mongod.stop()
  } catch (error) {
    console.error(error.message)
    endWith({ passed: 0, failed: 1 })
  }
}
