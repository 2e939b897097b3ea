// `npm run audit [-- --all]`: the known advisories about what the product runs on (with --all also about what it is built and
// tested with), as the npm registry knows them, and the licences. It ends with 0 when there are none, 1 when there are,
// and 2 when the registry did not say: then nothing is known, which is not the same as none.
import { execFileSync } from 'node:child_process'
import { advisoriesIn } from './lib/advisories.mjs'
import { ALLOWED_LICENSES, productionDependencies } from './lib/dependencies.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at, ROOT, toolEnvironment } from './lib/paths.mjs'

await ensureInstalled()
listLicenses(productionDependencies())
const result = advisoriesIn(ask(process.argv.includes('--all') ? [] : ['--prod']))
if (!result.known) {
  console.log(`Advisories: NOT KNOWN. The registry did not answer: ${result.reason}`)
  process.exitCode = 2
} else {
  for (const { severity, name, versions, title, url } of result.advisories)
    console.log(`  ${severity}  ${name} ${versions}: ${title} ${url}`)
  console.log(`Advisories: ${result.advisories.length}`)
  process.exitCode = result.advisories.length > 0 ? 1 : 0
}

/** What pnpm prints about advisories; it ends with an error where there are any. */
function ask(scope) {
  const options = {
    cwd: ROOT,
    env: toolEnvironment(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  }
  try {
    return execFileSync(at('node_modules', '.bin', 'pnpm'), ['audit', '--json', ...scope], {
      ...options,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    return String(error.stdout ?? '')
  }
}

function listLicenses(parts) {
  const counts = new Map()
  for (const { license } of parts) counts.set(license, (counts.get(license) ?? 0) + 1)
  console.log(`Licences of ${parts.length} packages:`)
  for (const [license, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`  ${count}  ${license}${ALLOWED_LICENSES.has(license) ? '' : '  NOT ALLOWED'}`)
}
