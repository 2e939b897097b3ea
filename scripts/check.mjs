// `npm run check`: runs every check of the sources that does not need the running product. All checks run, even after
// failures; the last line is `N passed, N failed`.
import { existsSync } from 'node:fs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'
import { runCommand } from './lib/run-command.mjs'
import { endWith } from './lib/run-vitest.mjs'

/** @type {[name: string, run: () => Promise<number>][]} */
const STEPS = [
  ['types and build (tsc, vite)', () => ensureBuilt('all')],
  ['format (biome)', () => runCommand('biome', ['check', '--error-on-warnings', '.'])],
  ['lint (oxlint, type-aware)', () => runCommand('oxlint', [])],
  ['layering (dependency-cruiser)', () => runCommand('node', ['scripts/check-layering.mjs'])],
  ['unused files, exports, dependencies (knip)', () => runCommand('knip', ['--no-progress'])],
  ['one version of each dependency (sherif)', () => runCommand('sherif', [])],
  ['patterns take linear time (recheck)', () => runCommand('node', ['scripts/check-patterns.mjs'])],
  ['size of the embedded store', () => runCommand('node', ['scripts/check-store-size.mjs'])],
  ['models, and reasons for the driver', () => runCommand('node', ['scripts/check-driver.mjs'])],
  ['containers (compose file, Dockerfile)', () => runCommand('node', ['scripts/check-containers.mjs'])],
  ['pinned versions (known holes)', () => runCommand('node', ['scripts/pinned-versions.mjs'])],
  ['Kubernetes (chart, manifests)', () => runCommand('node', ['scripts/check-kubernetes.mjs'])],
  ['licences and their notices', () => runCommand('node', ['scripts/notices.mjs', '--check'])],
  [
    'documents (links, commands, settings, citations)',
    () => runCommand('node', ['scripts/check-documents.mjs']),
  ],
  ['prose (comments, test names, documents)', () => runCommand('node', ['scripts/check-prose.mjs'])],
  ['ASVS (requirements, tests that are named)', () => runCommand('node', ['scripts/check-asvs.mjs'])],
  ['texts of the console (literals, keys, languages)', () => runCommand('node', ['scripts/check-texts.mjs'])],
  ['size of the console (size budget)', sizeBudget],
]

await ensureInstalled()
const results = []
for (const [name, run] of STEPS) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const code = await run()
  results.push({ name, ok: code === 0, seconds: ((Date.now() - started) / 1000).toFixed(1) })
}

console.log('\n── summary')
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'passed' : 'FAILED'}  ${name} (${seconds} s)`)
const passed = results.filter((result) => result.ok).length
endWith({ passed, failed: results.length - passed })

async function sizeBudget() {
  const script = 'scripts/size-budget.mjs'
  if (existsSync(at(script))) return runCommand('node', [script])
  console.error(`${script} is missing, so the size of the console is not known.`)
  return 1
}
