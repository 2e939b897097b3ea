// `npm run reset-account -- USERNAME`: gives an account a one-time password and removes its second factor, even while
// the product runs. Exits with 1 when no account was reset.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
if ((await ensureBuilt('start')) !== 0) {
  console.error('The build failed; nothing was done.')
  process.exit(1)
}
await import(at('apps', 'standalone', 'dist', 'reset-account', 'main.js'))
