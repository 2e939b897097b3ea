// Measures the first page of every report and analysis. Two products with separate stores have 10,000 assets with 9
// and with 90 days of history, and get the same requests in turn. Then files of many rows and their memory are
// measured. A busy machine lengthens times, so processor time is printed too.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { measureFiles } from './bench/reports/files.mjs'
import { QUESTIONS, requestOf } from './bench/reports/questions.mjs'
import { post, startReportProduct } from './bench/reports/report-product.mjs'
import { processorMs } from './lib/bench-cpu.mjs'
import { percentile } from './lib/bench-load.mjs'

const DAYS = [9, 90]
const REQUESTS = 20
const WARM_UP = 2
/** Maximum cost of the longer history, as a multiple of the shorter one's. */
const MAX_RATIO = 1.5

/**
 * Runs the bench.
 * @param {{ assets?: number, days?: number[], requests?: number, only?: string, store?: string, say?: (line: string)
 * => void }} options `days`: the shorter and the longer history. `only`: beginning of the titles to measure. `store`:
 * a folder that keeps the stores for the next run
 */
export async function benchReports({
  assets = 10_000,
  days = DAYS,
  requests = REQUESTS,
  only = '',
  store,
  say = () => {},
} = {}) {
  const dir = store ?? (await mkdtemp(join(tmpdir(), 'wardtrack-reports-')))
  const products = []
  try {
    for (const count of days)
      products.push(await startReportProduct({ dir: join(dir, `${assets}-${count}`), assets, days: count }))
    for (const { filled } of products) say(storeLine(filled))
    // Measured before anything is cached: the first file of a process that has just started.
    const files = only === '' || only === 'files' ? await measureFiles(products.at(-1), say) : []
    const rows = []
    for (const question of QUESTIONS.filter((asked) => titleOf(asked).startsWith(only))) {
      rows.push(await measure(question, products, requests))
      say(rowLine(rows.at(-1)))
    }
    return { days, stores: products.map(({ filled }) => filled), files, rows }
  } finally {
    for (const { running } of products) await running.stop()
    if (store === undefined) await rm(dir, { recursive: true, force: true })
  }
}

/** Sends requests to the products in turn, so that a slow moment of the machine affects both alike. */
async function measure(question, products, requests) {
  const measuredProducts = question.both ? products : products.slice(-1)
  const figures = measuredProducts.map(() => ({ times: [], processor: 0 }))
  let total = 0
  for (let n = -WARM_UP; n < requests; n += 1)
    for (const [index, { url, headers, running, ...product }] of measuredProducts.entries()) {
      const { path, body } = requestOf(question, { ...product, filledAt: product.filled.filledAt })
      const before = processorMs(running.pid)
      const started = performance.now()
      const answer = await post(`${url}${path}`, headers, body)
      const time = performance.now() - started
      if (answer.assets.length === 0) throw new Error(`${titleOf(question)}: no row`)
      total = answer.maxAssets
      if (n < 0) continue
      figures[index].times.push(time)
      figures[index].processor += (processorMs(running.pid) - before) / requests
    }
  const p95 = figures.map(({ times }) => percentile(times, 0.95))
  const medians = figures.map(({ times }) => percentile(times, 0.5))
  const ratio = question.both && products.length > 1 ? medians.at(-1) / medians[0] : undefined
  return {
    title: titleOf(question),
    total,
    p95,
    processor: figures.map(({ processor }) => processor),
    most: question.most,
    ratio,
    ok: p95.at(-1) <= question.most && (ratio ?? 0) <= MAX_RATIO,
  }
}

const titleOf = ({ name, of, period }) => [name, of, period].filter(Boolean).join(', ')

const storeLine = ({ documents, changes, positions, bytes, seconds }) => {
  const counts = Object.entries(documents).map(([name, count]) => `${count} ${name}`)
  const history = `${(positions / 1e6).toFixed(1)}M positions as summaries, ${(changes / 1e6).toFixed(1)}M changes of states`
  return `${history} (${counts.join(', ')}): ${Math.round(bytes / 1e6)} MB on disk, made in ${Math.round(seconds)} s`
}

const cell = (value) => (value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0)).padStart(9)
const pairOf = (values) => (values.length === 2 ? values : [undefined, values[0]])

function rowLine({ title, total, p95, processor, most, ratio, ok }) {
  const cells = [...pairOf(p95), most, ratio, ...pairOf(processor), total]
  return `${title.padEnd(42)}${cells.map(cell).join('')}  ${ok ? 'ok' : 'MISSED'}`
}

/** Formats the measurements as a table. */
export function tableOf({ days, stores, files, rows }) {
  const [short, long] = days.map((count) => `${count} d`)
  const names = [short, long ?? '', 'at most', 'ratio', 'cpu short', 'cpu long', 'rows']
  const head = `${'first page, p95 in ms'.padEnd(42)}${names.map((name) => name.padStart(9)).join('')}`
  return [...stores.map(storeLine), head, ...rows.map(rowLine), ...files].join('\n')
}

/** `node scripts/bench-reports.mjs [--assets 10000] [--days 9,90] [--requests 20] [--only TITLE|files] [--store DIR]` */
async function main() {
  const { values } = parseArgs({
    options: {
      assets: { type: 'string', default: '10000' },
      days: { type: 'string', default: DAYS.join() },
      requests: { type: 'string', default: String(REQUESTS) },
      only: { type: 'string', default: '' },
      store: { type: 'string' },
    },
  })
  const { only, store } = values
  const options = {
    assets: Number(values.assets),
    days: values.days.split(',').map(Number),
    requests: Number(values.requests),
    only,
    ...(store === undefined ? {} : { store }),
  }
  console.log(tableOf(await benchReports({ ...options, say: console.error })))
  process.exit(0)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
