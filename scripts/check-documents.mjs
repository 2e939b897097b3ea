// Checks the documents against the repository: links have targets, commands exist, the product reads the settings. No
// source, style sheet or document cites a document that is missing from the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { citationsIn } from './lib/citations.mjs'
import { at, ROOT, workspaces } from './lib/paths.mjs'

const WRITTEN = /\.(?:md|html|css|[cm]?[jt]sx?)$/
const GENERATED = new Set(['node_modules', 'dist', '.turbo', 'coverage', 'test-results'])

const commands = JSON.parse(readFileSync(at('package.json'), 'utf8')).scripts
const documents = [
  ...markdownIn(ROOT),
  ...markdownIn(at('docs')),
  ...markdownIn(at('docs', 'adr')),
  ...markdownIn(at('docs', 'security')),
  ...workspaces().flatMap((folder) => markdownIn(at(folder))),
]
const sources = workspaces()
  .map((folder) => at(folder, 'src'))
  .flatMap(sourceTextsIn)
  .join('\n')

const problems = documents.flatMap((path) => {
  const text = readFileSync(path, 'utf8')
  const name = relative(ROOT, path)
  return [
    ...deadLinks(path, text).map((link) => `${name}: nothing at ${link}`),
    ...unknownCommands(text).map((command) => `${name}: no command npm run ${command}`),
    ...unknownSettings(text).map((setting) => `${name}: nothing reads ${setting}`),
  ]
})
const written = filesIn(ROOT)
for (const path of written)
  for (const { line, text } of citationsIn(readFileSync(path, 'utf8')))
    problems.push(`${relative(ROOT, path)}:${line}: not in the repository: ${text}`)
for (const problem of problems) console.log(`  ${problem}`)
console.log(`${documents.length} documents and ${written.length} files read, ${problems.length} problems`)
process.exitCode = documents.length === 0 || written.length === 0 || problems.length > 0 ? 1 : 0

/** Returns every file of the repository that people write in, including hidden ones at its root. */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === '.git' || path === at('data') || GENERATED.has(entry.name) ? [] : filesIn(path)
    return entry.isFile() && WRITTEN.test(entry.name) ? [path] : []
  })
}

function markdownIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
}

function sourceTextsIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

function deadLinks(path, text) {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link.split('#')[0])
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !existsSync(join(dirname(path), link)))
}

function unknownCommands(text) {
  return [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
    .map(([, command]) => command)
    .filter((command) => !(command in commands))
}

/** Returns unknown settings. The first cell of a configuration table's row is a setting's name: `| \`PORT\` | …`. */
function unknownSettings(text) {
  return [...text.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)]
    .map(([, setting]) => setting)
    .filter((setting) => !sources.includes(setting))
}
