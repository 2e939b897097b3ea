// Checks imports by the rules of .dependency-cruiser.mjs, and proves that the rules find violations.
import { commentOf, judgeImports } from './lib/layering.mjs'
import { askCanary } from './lib/layering-canary.mjs'
import { ROOT, workspaces } from './lib/paths.mjs'

const folders = workspaces().map((folder) => `${folder}/src`)
const { modules, violations } = await judgeImports(ROOT, folders)
const problems = [
  ...violations.map(({ rule, from, to }) => `${from} → ${to}\n    ${commentOf(rule)} (${rule})`),
  ...folders
    .filter((folder) => !modules.some((module) => module.startsWith(`${folder}/`)))
    .map((folder) => `${folder}: not one module was read`),
  ...(await askCanary()),
]
for (const problem of problems) console.log(`  ${problem}`)
console.log(`${modules.length} modules read, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0
