// `npm run build`: installs and builds every workspace, its tests included.
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'

await ensureInstalled()
const code = await ensureBuilt('all')
console.log(code === 0 ? 'Everything is built.' : 'The build failed.')
process.exitCode = code
