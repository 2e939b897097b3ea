// Fails when the console exceeds its size budget. Sizes are gzip, of everything that an address makes the browser
// load: the entry, the page's static imports, and parts that the page loads by itself, such as a map. Each part that
// a person opens, such as a dialog, has a separate budget. The build for older browsers is measured in the same way.
// It includes the files of the modern build that such a browser loads before it notices that it cannot run it. Run it
// after the build of apps/web.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { consolePages } from './lib/console-pages.mjs'

const KB = 1000
const BUDGET = { entry: 120, login: 260, page: 450, chart: 220, drawing: 95, opened: 40 }
/** The source with echarts; a page loads it when it shows a chart. */
const CHART = 'src/ui/chart/chart-canvas.tsx'
/** The source with fabric; pages for drawing load it in addition to the page, and nothing else may. */
const DRAWING = 'src/drawing-surface/drawing-surface.ts'
/** Extra size for an older browser: the modern entry that it refuses, polyfills, older syntax. */
const LEGACY_EXTRA = 180
/** Maximum scripts of the devices page: each is a request, and a proxy in between may allow six at a time. */
const MAX_SCRIPTS = { page: 'devices', count: 20 }
/** Pages outside the shell. */
const BARE = ['login', 'create', 'no-credentials', 'not-support']
const COMMON = ['src/app/root.tsx']
const SHELL = ['src/app/frame.tsx', 'src/app/guard.tsx', 'src/app/shell/shell.tsx']
/** Parts of a page that load when a person opens them. */
const OPENED = /(-dialog|-drawer|\/visits|\/states-over-time|\/shape-fields|\/corner-actions)\.tsx$/
/** A string that occurs in every build of zod and nowhere else. */
const ZOD_TRACE = /\bZodError\b|_zod\.def\b/

const routed = consolePages().map(({ page, file }) => ({ page, key: `src/${file}` }))
const dist = process.argv[2] ?? fileURLToPath(new URL('../apps/web/dist', import.meta.url))
const sizes = new Map()
let failed = false

/** @param {string} file path below dist @returns {number} gzip bytes */
function gzipSize(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file))).length)
  return sizes.get(file)
}

/** @param {string} text measured part and its size @param {boolean} over true when it exceeds the budget */
function report(text, over) {
  failed ||= over
  console.log(`${over ? 'OVER' : 'ok  '} ${text}`)
}

/** Finds chunks that need each other, directly or indirectly: one of them would run before its dependency. */
function circles(manifest) {
  const found = []
  const done = new Set()
  const visit = (key, path) => {
    if (done.has(key)) return
    const at = path.indexOf(key)
    if (at >= 0) found.push([...path.slice(at), key].map((part) => manifest[part].file).join(' > '))
    else for (const imported of manifest[key].imports ?? []) visit(imported, [...path, key])
    done.add(key)
  }
  for (const key of Object.keys(manifest)) visit(key, [])
  return found
}

/** Reads the manifest of a build. @param {string} name its file below dist/.vite */
function readBuild(name) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', name), 'utf8'))
  for (const circle of circles(manifest)) report(`files that need each other: ${circle}`, true)
  /** Returns the files that a manifest entry needs before it can run. */
  const closure = (key, files = new Set(), seen = new Set()) => {
    if (seen.has(key)) return files
    seen.add(key)
    const chunk = manifest[key]
    if (!chunk) throw new Error(`The manifest has no ${key}: is the list in this script out of date?`)
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const imported of chunk.imports ?? []) closure(imported, files, seen)
    return files
  }
  /** Returns the parts that the page itself may load later, such as a map or a dialog. */
  const lazyParts = (key) =>
    (manifest[key].dynamicImports ?? []).filter(
      (part) => routed.every(({ key: page }) => page !== part) && part.startsWith('src/features/'),
    )
  const nested = (key) =>
    [...new Set([key, ...(manifest[key].imports ?? [])])]
      .flatMap(lazyParts)
      .filter((part) => !OPENED.test(part))
  const openedParts = Object.keys(manifest).filter((key) => OPENED.test(key) && manifest[key].isDynamicEntry)
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry)
  const filesOf = (keys) => new Set(keys.flatMap((key) => [...closure(key)]))
  return {
    entryFiles: filesOf([entry]),
    chartFile: manifest[CHART].file,
    drawingFiles: closure(DRAWING),
    drawingFile: manifest[DRAWING].file,
    opened: openedParts.map((key) => ({ name: key, files: closure(key) })),
    pages: routed.map(({ page, key }) => {
      const around = [entry, ...COMMON, ...(BARE.includes(page) ? [] : SHELL), key]
      return { name: page, atOnce: filesOf(around), files: filesOf([...around, ...nested(key)]) }
    }),
  }
}

/** Checks the sizes of one build. @param {Set<string>} before files that are loaded in any case */
function judgeSizes(label, { entryFiles, pages }, before, extra) {
  const total = (files) =>
    [...new Set([...before, ...files])].reduce((sum, file) => sum + gzipSize(file), 0) / KB
  const rows = [
    { name: 'entry', size: total(entryFiles), limit: BUDGET.entry + extra },
    ...pages.map(({ name, files }) => ({
      name,
      size: total(files),
      limit: (name === 'login' ? BUDGET.login : BUDGET.page) + extra,
    })),
  ]
  for (const { name, size, limit } of rows.sort((a, b) => b.size - a.size))
    report(`${label} ${name.padEnd(18)} ${size.toFixed(1).padStart(7)} kB of ${limit}`, size > limit)
  if (pages.length === 0) report(`${label}: no page was found in the manifest`, true)
}

const modern = readBuild('manifest.json')
judgeSizes('modern', modern, new Set(['assets/browser-check.js']), 0)
judgeSizes(
  'legacy',
  readBuild('manifest-legacy.json'),
  new Set(['assets/browser-check.js', ...modern.entryFiles]),
  LEGACY_EXTRA,
)

const chart = gzipSize(modern.chartFile) / KB
report(`modern chart ${chart.toFixed(1)} kB of ${BUDGET.chart}`, chart > BUDGET.chart)

const drawnOn = modern.pages.filter(({ files }) => files.has(modern.drawingFile)).map(({ name }) => name)
report(`pages that wait for the drawing surface: ${drawnOn.join(', ') || 'none'}`, drawnOn.length > 0)

// An opened part counts only files that the pages do not have: many pages share the files of forms and dialogs.
const pageFiles = new Set(modern.pages.flatMap(({ files }) => [...files]))
const drawing = [...modern.drawingFiles].filter((file) => !pageFiles.has(file))
const drawingSize = drawing.reduce((sum, file) => sum + gzipSize(file), 0) / KB
report(
  `modern drawing surface ${drawingSize.toFixed(1)} kB of ${BUDGET.drawing}`,
  drawingSize > BUDGET.drawing,
)
for (const { name, files } of modern.opened) {
  const added = [...files].filter((file) => !pageFiles.has(file))
  const size = added.reduce((sum, file) => sum + gzipSize(file), 0) / KB
  report(`modern ${name} ${size.toFixed(1)} kB of ${BUDGET.opened}, once it is opened`, size > BUDGET.opened)
}

const counted = modern.pages.find(({ name }) => name === MAX_SCRIPTS.page)
const count = [...(counted?.atOnce ?? [])].filter((file) => file.endsWith('.js')).length
report(
  `scripts of ${MAX_SCRIPTS.page}: ${count} of ${MAX_SCRIPTS.count}`,
  !counted || count > MAX_SCRIPTS.count,
)

// The contract's schemas need zod: forms load them when they open, and no page waits for them.
for (const { name, files } of modern.pages)
  for (const file of files)
    if (file.endsWith('.js') && ZOD_TRACE.test(readFileSync(join(dist, file), 'utf8')))
      report(`zod is in ${file}, which ${name} waits for`, true)
process.exitCode = failed ? 1 : 0
