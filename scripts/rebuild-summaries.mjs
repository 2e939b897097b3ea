// `npm run rebuild-summaries`: works visits, stretches of states and alarms out from history, compares them with the stored
// ones and mends what differs, while the product runs or not. `-- --compare` mends nothing. Ends with 1 when it could not
// be done, or something differs that is not mended.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
if ((await ensureBuilt('start')) !== 0) {
  console.error('The build failed; nothing was done.')
  process.exit(1)
}
await import(at('apps', 'standalone', 'dist', 'rebuild-summaries', 'main.js'))
