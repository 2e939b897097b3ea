// Keeps the embedded store small enough for one person to know it completely: it supports what the product uses and
// no more (docs/adr/0005). It counts lines of code without tests and code that only tests use.
import { readFileSync } from 'node:fs'
import { linesOfCode } from './lib/lines-of-code.mjs'
import { at, productSources } from './lib/paths.mjs'

const MAX_LINES = 7_000

const files = productSources(at('packages', 'embedded-mongo', 'src'))
const lines = files
  .map((path) => linesOfCode(path, readFileSync(path, 'utf8')))
  .reduce((sum, count) => sum + count, 0)
console.log(`${lines} lines of code in ${files.length} files of the embedded store, ${MAX_LINES} at most`)
process.exitCode = lines === 0 || lines > MAX_LINES ? 1 : 0
