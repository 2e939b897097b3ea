// `npm run audit [-- --all] [-- --save FILE | --answer FILE]`: the known advisories about what the product runs on (with --all
// also about what it is built and tested with), as the npm registry knows them, and the licences. It ends with 0 when there are
// none, 1 when there are, 3 when one is past the time that SECURITY.md promises, and 2 when the registry did not say: then
// nothing is known, which is not the same as none.
//
// For machines without a way to the registry: --save FILE writes its answer down where there is one, and --answer FILE judges by
// that answer in place of asking. One for another pnpm-lock.yaml, or older than a week, says nothing (2).
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { advisoriesIn, answerIn, dueOf, savedAnswer } from './lib/advisories.mjs'
import { ALLOWED_LICENSES, productionDependencies } from './lib/dependencies.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at, ROOT, toolEnvironment } from './lib/paths.mjs'

const ENDS = { none: 0, some: 1, unknown: 2, past: 3 }

const { values: options } = parseArgs({
  options: { all: { type: 'boolean', default: false }, save: { type: 'string' }, answer: { type: 'string' } },
})
const now = new Date()
const about = {
  lock: createHash('sha256')
    .update(readFileSync(at('pnpm-lock.yaml')))
    .digest('hex'),
  scope: options.all ? 'everything' : 'what it runs on',
  now,
}

await ensureInstalled()
listLicenses(productionDependencies())
process.exitCode = ENDS[judge(readAnswer())]

/** What the registry says, or said. @returns {{ known: false, reason: string } | { known: true, advisories: object[] }} */
function readAnswer() {
  if (options.answer === undefined) {
    const printed = ask(options.all ? [] : ['--prod'])
    const result = advisoriesIn(printed)
    if (options.save !== undefined && result.known) writeFileSync(options.save, savedAnswer(printed, about))
    return result
  }
  const answer = answerIn(textOf(options.answer), about)
  return 'printed' in answer ? advisoriesIn(answer.printed) : { known: false, reason: answer.reason }
}

/** What a file holds; nothing when it cannot be read. */
function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function judge(result) {
  if (!result.known) {
    console.log(`Advisories: NOT KNOWN. The registry did not say: ${result.reason}`)
    return 'unknown'
  }
  const unusable = JSON.parse(readFileSync(at('docs', 'security', 'unusable-advisories.json'), 'utf8'))
  let past = 0
  for (const advisory of result.advisories) {
    const { severity, name, versions, title, url } = advisory
    const { due, isPast, reason } = dueOf(advisory, now, unusable)
    if (isPast) past += 1
    console.log(
      `  ${severity}  ${name} ${versions}: ${title} ${url} (${isPast ? 'PAST DUE: ' : 'due '}${due})`,
    )
    if (reason) console.log(`    cannot be used against the product: ${reason}`)
  }
  console.log(`Advisories: ${result.advisories.length}, past their time: ${past}`)
  if (past > 0) return 'past'
  return result.advisories.length > 0 ? 'some' : 'none'
}

/** What pnpm prints about advisories; it ends with an error where there are any. */
function ask(scope) {
  const settings = {
    cwd: ROOT,
    env: toolEnvironment(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  }
  try {
    return execFileSync(at('node_modules', '.bin', 'pnpm'), ['audit', '--json', ...scope], {
      ...settings,
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
