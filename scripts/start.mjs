// `npm start`: installs, builds and runs the whole product in this process.

import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
const code = await ensureBuilt('start')
if (code !== 0) {
  console.error('The build failed; nothing was started.')
  process.exit(code)
}
console.log('Starting Wardtrack')
await import(at('apps', 'standalone', 'dist', 'main.js'))
