// Fails when the console grows beyond its budget. Sizes are gzip, of everything an address makes the browser load:
// the entry, the page's static imports and what the page may load later. Run after `vite build`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const KB = 1000
const BUDGET = { entry: 120, login: 260, page: 450 }
/** Pages outside the shell. */
const BARE = ['login', 'create', 'no-credentials', 'not-supported']
const COMMON = ['src/app/root.tsx']
const SHELL = ['src/app/frame.tsx', 'src/app/guard.tsx', 'src/app/shell/shell.tsx']
/** A string that stands in every build of zod and nowhere else. */
const ZOD_TRACE = /\bZodError\b|_zod\.def\b/

const dist = process.argv[2] ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url))
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
const sizes = new Map()

/** @param {string} file path below dist @returns {number} gzip bytes */
function gzipSize(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file))).length)
  return sizes.get(file)
}

/** Files that a manifest entry needs before it can run. */
function closure(key, files = new Set(), seen = new Set()) {
  if (seen.has(key)) return files
  seen.add(key)
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The manifest has no ${key}: is the list in this script out of date?`)
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const imported of chunk.imports ?? []) closure(imported, files, seen)
  return files
}

/** What the page itself may load later, as a map or a dialog. */
const lazyParts = (key) =>
  (manifest[key].dynamicImports ?? []).filter(
    (part) => !part.endsWith('.page.tsx') && part.startsWith('src/features/'),
  )

const total = (keys) => {
  const files = new Set(keys.flatMap((key) => [...closure(key)]))
  return [...files].reduce((sum, file) => sum + gzipSize(file), 0) / KB
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
const pages = Object.keys(manifest).filter((key) => key.endsWith('.page.tsx'))
const nested = (key) => [...new Set([key, ...(manifest[key].imports ?? [])])].flatMap(lazyParts)
const rows = [{ name: 'entry', size: total([entry]), limit: BUDGET.entry }]
for (const key of pages) {
  const name = key.replace(/^.*\//, '').replace('.page.tsx', '')
  const bare = BARE.includes(name)
  const size = total([entry, ...COMMON, ...(bare ? [] : SHELL), key, ...nested(key)])
  rows.push({ name, size, limit: name === 'login' ? BUDGET.login : BUDGET.page })
}

let failed = false
for (const { name, size, limit } of rows.sort((a, b) => b.size - a.size)) {
  const over = size > limit
  failed ||= over
  console.log(`${over ? 'OVER' : 'ok  '} ${name.padEnd(18)} ${size.toFixed(1).padStart(7)} kB of ${limit}`)
}
if (pages.length === 0) {
  failed = true
  console.log('OVER no page was found in the manifest')
}
const scripts = readdirSync(dist, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.js'))
for (const file of scripts) {
  if (!ZOD_TRACE.test(readFileSync(join(dist, file), 'utf8'))) continue
  failed = true
  console.log(`OVER zod is in ${file}`)
}
process.exitCode = failed ? 1 : 0
