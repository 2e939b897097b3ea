// Checks every regular expression of the product. A pattern that takes more than linear time lets a single request
// block a process. A pattern that is built at run time must contain only text escaped by `escapePattern` in the same
// expression. Otherwise BUILT_AT_RUN_TIME lists its folder with the reason why any text is safe.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { recall, remember } from './lib/fingerprint.mjs'
import { at, ROOT, workspaces } from './lib/paths.mjs'

process.env.RECHECK_BACKEND = 'pure'
const { checkSync } = await import('recheck')

/** Folders that may build patterns from any text, each with the reason why that is safe. */
const BUILT_AT_RUN_TIME = {
  'packages/embedded-mongo/src/query/': 'the store carries out what the services, which escape, ask for',
}

/** Time limit for checking one pattern, in milliseconds. A pattern without a result by then counts as vulnerable. */
const TIMEOUT = 120_000
/** Number of checks after which a pattern counts as vulnerable. */
const TRIES = 3

const files = workspaces()
  .filter((folder) => !['e2e', 'attack'].includes(folder))
  .flatMap((folder) => sourcesIn(at(folder, 'src')))
const found = files.flatMap(patternsOf)
const problems = [...judged(found), ...unexplained(found)]
for (const problem of problems) console.log(`  ${problem}`)
console.log(`${found.length} patterns in ${files.length} files, ${problems.length} problems`)
process.exitCode = found.length === 0 || problems.length > 0 ? 1 : 0

function sourcesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|\/)testing\//.test(name))
    .map((name) => join(folder, name))
}

/** Returns the patterns of a file: `{ file, line, source, flags }`, without `source` for those built at run time. */
function patternsOf(path) {
  const text = readFileSync(path, 'utf8')
  const patterns = []
  const add = (node, pattern) =>
    patterns.push({
      file: relative(ROOT, path),
      line: text.slice(0, node.start).split('\n').length,
      ...pattern,
    })
  new Visitor({
    Literal(node) {
      if (node.regex) add(node, { source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression(node) {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
      const [source, flags] = node.arguments
      const constant = source?.type === 'Literal' && typeof source.value === 'string'
      if (source?.type === 'Literal' && source.regex) return
      if (source && text.slice(source.start, source.end).includes('escapePattern')) return
      add(node, constant ? { source: source.value, flags: flags?.value ?? '' } : {})
    },
  }).visit(parseSync(path, text).program)
  return patterns
}

/** Checks patterns and remembers the results: checking takes seconds, and patterns seldom change. */
function judged(patterns) {
  const known = JSON.parse(recall('patterns') ?? '{}')
  // The fuzzer compares times, so a busy machine can make a safe pattern look slow. A slow pattern is slow every time.
  const verdictOf = (source, flags) => {
    let verdict
    for (let tries = 0; tries < TRIES && verdict !== 'safe'; tries += 1) {
      const { status, complexity } = checkSync(source, flags, { timeout: TIMEOUT, randomSeed: 1 })
      verdict = status === 'vulnerable' ? complexity.summary : status
    }
    return verdict
  }
  const vulnerable = patterns
    .filter(({ source }) => source !== undefined)
    .flatMap(({ file, line, source, flags }) => {
      const pattern = `/${source}/${flags}`
      if (known[pattern] !== 'safe') known[pattern] = verdictOf(source, flags)
      return known[pattern] === 'safe' ? [] : [`${file}:${line}: ${pattern} is ${known[pattern]}`]
    })
  remember('patterns', JSON.stringify(known))
  return vulnerable
}

function unexplained(patterns) {
  return patterns
    .filter(
      ({ file, source }) =>
        source === undefined && !Object.keys(BUILT_AT_RUN_TIME).some((folder) => file.startsWith(folder)),
    )
    .map(({ file, line }) => `${file}:${line}: a pattern built at run time from text that is not escaped`)
}
