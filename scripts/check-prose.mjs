// Checks comments, test names and documents by the rules of lib/prose.mjs. A folder may have the number of findings
// in prose-budget.json, none without an entry; `--save` lowers the numbers to the current findings. Paths as
// arguments print the findings below them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { at, ROOT } from './lib/paths.mjs'
import { proseOfMarkdown, proseOfSource } from './lib/prose.mjs'

const BUDGET = at('scripts', 'prose-budget.json')
const SAVE = '--save'
const paths = process.argv.slice(2).filter((argument) => argument !== SAVE)

const files = execFileSync('git', ['ls-files', ...paths], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(
    (path) => /\.(?:tsx?|mjs|md)$/.test(path) && path !== 'THIRD-PARTY-NOTICES.md' && existsSync(at(path)),
  )

/** @type {Map<string, string[]>} findings by folder */
const findings = new Map()
for (const path of files) {
  const text = readFileSync(at(path), 'utf8')
  const found = path.endsWith('.md') ? proseOfMarkdown(text) : proseOfSource(path, text)
  const lines = found.map(({ line, rule, text: sentence }) => `${path}:${line}: ${rule}: ${sentence}`)
  findings.set(folderOf(path), [...(findings.get(folderOf(path)) ?? []), ...lines])
}

const allowed = existsSync(BUDGET) ? JSON.parse(readFileSync(BUDGET, 'utf8')) : {}
const exceeded = [...findings].filter(([folder, lines]) => lines.length > (allowed[folder] ?? 0))
if (paths.length > 0) for (const line of [...findings.values()].flat()) console.log(line)
else for (const [folder, lines] of exceeded) report(folder, lines)
if (process.argv.includes(SAVE)) save()
const total = [...findings.values()].flat().length
console.log(`${files.length} files read, ${total} findings, ${exceeded.length} folders over their budget`)
process.exitCode = files.length === 0 || exceeded.length > 0 ? 1 : 0

function report(folder, lines) {
  for (const line of lines.slice(0, 40)) console.log(`  ${line}`)
  console.log(`${folder}: ${lines.length} findings, ${allowed[folder] ?? 0} allowed`)
}

function save() {
  const entries = [...findings]
    .filter(([, lines]) => lines.length > 0)
    .map(([name, lines]) => [name, lines.length])
  writeFileSync(
    BUDGET,
    `${JSON.stringify(Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))), undefined, 2)}\n`,
  )
}

/**
 * Returns the folder of a path: `apps/web`, `packages/jobs`, `docs/adr`; elsewhere the first folder. A document at
 * the root counts by its name.
 */
function folderOf(path) {
  const parts = path.split('/')
  const isNested = ['apps', 'packages', 'docs'].includes(parts[0]) && parts.length > 2
  return parts.slice(0, isNested ? 2 : 1).join('/')
}
