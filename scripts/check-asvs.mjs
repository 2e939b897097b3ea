// Checks docs/security/asvs.md against the standard's list of requirements and the tests that it names.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { problemsOf, requirementsIn } from './lib/asvs.mjs'
import { at } from './lib/paths.mjs'
import { testNamesIn } from './lib/test-names.mjs'

const FOLDER = at('docs', 'security')
const text = readFileSync(join(FOLDER, 'asvs.md'), 'utf8')
const known = new Map()

function namesIn(link) {
  const path = join(FOLDER, link)
  if (!known.has(path)) known.set(path, existsSync(path) ? testNamesIn(path) : undefined)
  return known.get(path)
}

const problems = problemsOf(text, namesIn)
for (const problem of problems) console.log(`  ${problem}`)
const requirements = requirementsIn(text)
const cited = requirements.flatMap(({ tests }) => tests).length
console.log(`${requirements.length} requirements, ${cited} tests named, ${problems.length} problems`)
process.exitCode = requirements.length === 0 || problems.length > 0 ? 1 : 0
