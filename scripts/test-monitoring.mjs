// `npm run test:monitoring`: promtool checks the configuration of Prometheus, and makes each alert fire. `npm test`
// checks that the product has their metrics. It needs promtool on PATH (in Debian's package `prometheus`). The last
// line is `N passed, N failed`.
import { at } from './lib/paths.mjs'
import { runCommand } from './lib/run-command.mjs'
import { endWith } from './lib/run-vitest.mjs'

const CHECKS = [
  ['check', 'config', 'prometheus.yml'],
  ['check', 'rules', 'wardtrack-alerts.yml'],
  ['test', 'rules', 'wardtrack-alerts.test.yml'],
]

const tally = { passed: 0, failed: 0 }
for (const check of CHECKS) {
  const code = await runCommand('promtool', check, { cwd: at('install', 'monitoring') })
  tally[code === 0 ? 'passed' : 'failed'] += 1
}
endWith(tally)
