// The embedded store stays small enough to be known as a whole: it carries out what the product uses and no more
// (docs/adr/0042). Counted are lines of code without tests and what only tests use.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesOfCode } from './lib/lines-of-code.mjs'
import { at } from './lib/paths.mjs'

const MOST_LINES = 7_000

const source = at('packages', 'embedded-mongo', 'src')
const files = readdirSync(source, { recursive: true }).filter(
  (name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name),
)
const lines = files
  .map((name) => linesOfCode(name, readFileSync(join(source, name), 'utf8')))
  .reduce((sum, count) => sum + count, 0)
console.log(`${lines} lines of code in ${files.length} files of the embedded store, ${MOST_LINES} at most`)
process.exitCode = lines === 0 || lines > MOST_LINES ? 1 : 0
