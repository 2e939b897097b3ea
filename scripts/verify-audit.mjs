// `npm run verify-audit`: verifies the chain of the audit log without the server, with its settings. Exits with 0
// when it is complete, 1 when it is broken, 2 when it could not be read.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

const NOT_VERIFIED = 2

await ensureInstalled()
if ((await ensureBuilt('start')) !== 0) {
  console.error('The build failed; nothing was verified.')
  process.exit(NOT_VERIFIED)
}
await import(at('apps', 'standalone', 'dist', 'verify-audit', 'main.js'))
