// `npm run rebuild-summaries`: computes visits, stretches of states and alarms from history, compares them with the
// stored ones and repairs differences, even while the product runs. `-- --compare` repairs nothing. Exits with 1 when
// it failed, or left a difference unrepaired.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
if ((await ensureBuilt('start')) !== 0) {
  console.error('The build failed; nothing was done.')
  process.exit(1)
}
await import(at('apps', 'standalone', 'dist', 'rebuild-summaries', 'main.js'))
