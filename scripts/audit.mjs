// `npm run audit [-- --all] [-- --save FILE | --answer FILE]` lists known vulnerabilities of the product's
// dependencies. The npm registry knows those of npm packages; --all adds packages for building and testing.
// docs/security/pinned-versions.json and Docker Hub know those of images, apt those of this machine's Debian
// packages. Exit codes: 0 none, 1 some, 3 one is past the deadline that SECURITY.md promises, 2 a source did not
// answer.
//
// For machines without access to the registries: --save FILE saves the answers on a machine with access, and --answer
// FILE uses them later. Answers for another pnpm-lock.yaml, or older than a week, are refused (2). apt is always
// asked directly.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { advisoriesIn, answerIn, dueOf, savedAnswer } from './lib/advisories.mjs'
import { askApt, judgeDebian, packageListsAt } from './lib/audit-debian.mjs'
import { askTags, judgeImages } from './lib/audit-images.mjs'
import { ALLOWED_LICENSES, productionDependencies } from './lib/dependencies.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at, ROOT, toolEnvironment } from './lib/paths.mjs'
import { readPins } from './lib/pinned-versions.mjs'

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
const pins = readPins()
const images = pins.filter(({ kind }) => kind === 'image')
listLicenses(productionDependencies())
const { npm, tags } = await readAnswers()
const ends = [judge(npm), judgeByTags(tags), judgeByApt()]
// The worst result counts. A missing answer is worse than a vulnerability before its deadline.
process.exitCode = ENDS[['past', 'unknown', 'some', 'none'].find((end) => ends.includes(end))]

/** Asks the registries, or reads their saved answers: advisories about npm packages, and tags of images. */
async function readAnswers() {
  if (options.answer !== undefined) {
    const answer = answerIn(textOf(options.answer), about)
    return 'printed' in answer
      ? { npm: advisoriesIn(answer.printed), tags: answer.tags }
      : { npm: { known: false, reason: answer.reason } }
  }
  const answers = { printed: ask(options.all ? [] : ['--prod']), tags: await askTags(images) }
  const result = advisoriesIn(answers.printed)
  if (options.save !== undefined && result.known) writeFileSync(options.save, savedAnswer(answers, about))
  return { npm: result, tags: answers.tags }
}

function judgeByTags(told) {
  const { lines, isPast, isKnown } = judgeImages(images, { tags: told, now })
  console.log(`Images:${lines.map((line) => `\n  ${line}`).join('')}`)
  if (isPast) return 'past'
  return isKnown ? 'none' : 'unknown'
}

function judgeByApt() {
  const names = new Set(pins.filter(({ kind }) => kind === 'Debian').map(({ name }) => name))
  const { lines, hasHoles, isKnown } = judgeDebian(askApt([...names]), { listsAt: packageListsAt(), now })
  console.log(`Debian packages:${lines.map((line) => `\n  ${line}`).join('')}`)
  if (!isKnown) return 'unknown'
  return hasHoles ? 'some' : 'none'
}

/** Returns the text of a file; undefined when it cannot be read. */
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

/** Returns pnpm's output about advisories. pnpm exits with an error when there are any. */
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
