// `npm run test:e2e`: runs the browser tests against the built product. The last line is `N passed, N failed`.
import { existsSync } from 'node:fs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { endWith, runVitest } from './lib/run-vitest.mjs'

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0) {
  console.error('The build failed, so no test ran.')
  endWith({ passed: 0, failed: 1 })
} else if (!existsSync(chromium)) {
  console.error(`No browser at ${chromium}: install Debian's chromium, or name one in CHROMIUM_PATH.`)
  endWith({ passed: 0, failed: 1 })
} else await runVitest(['--root=e2e', ...process.argv.slice(2)], { CHROMIUM_PATH: chromium })
