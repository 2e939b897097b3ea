// `npm run access-matrix [-- FILE]`: writes a Markdown table of the calls and their permitted callers, as the
// contract declares them.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { accessMatrix } from './lib/access-matrix.mjs'
import { ensureBuilt } from './lib/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { at } from './lib/paths.mjs'

await ensureInstalled()
if ((await ensureBuilt('all')) !== 0) process.exit(1)
const { calls, DEFAULT_BASES } = await import(at('packages', 'contracts', 'dist', 'index.js'))

const file = resolve(process.argv[2] ?? at('dist', 'access-matrix.md'))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, accessMatrix(calls, DEFAULT_BASES))
console.log(`${Object.keys(calls).length} calls written to ${file}`)
