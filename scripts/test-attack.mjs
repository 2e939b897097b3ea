// `npm run test:attack`: attacks the built product, limited in time and count. `-- --short` makes fewer attempts of
// each kind, as in `.ci/run`. The last line is `N passed, N failed`.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const SHORT = '--short'
const filters = process.argv.slice(2).filter((argument) => argument !== SHORT)

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0) {
  console.error('The build failed, so no test ran.')
  endWith({ passed: 0, failed: 1 })
} else {
  const extent = process.argv.includes(SHORT) ? 'short' : 'long'
  await runVitest(['--root=attack', ...filters], { WARDTRACK_ATTACK_EXTENT: extent })
}
