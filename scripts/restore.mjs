// `npm run restore -- FILE DIR [--key KEYFILE]`: restores a backup into a new data directory. Exits with 1 when
// nothing was restored.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
if ((await ensureBuilt('start')) !== 0) {
  console.error('The build failed; nothing was done.')
  process.exit(1)
}
await import(at('apps', 'standalone', 'dist', 'restore', 'main.js'))
