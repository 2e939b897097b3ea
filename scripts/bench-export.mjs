// Measures the export of a long list (docs/performance.md). Another process reads the rows as they arrive, and the
// memory of the process that streams them is sampled.
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { withLists } from './bench/list-service.mjs'
import { at } from './lib/paths.mjs'

const ROWS = 200_000
/** Exported assets of each hundred: the others are patients, or inactive. */
const EXPORTED = 84
const MAX_MB = 60
const SAMPLE_MS = 50
const SETTLE_MS = 3_000
const MEGABYTE = 1024 * 1024
const run = promisify(execFile)

/** @typedef {{ rows: number, seconds: number, memoryMb: number }} ExportFigures */

/**
 * Exports a list twice from one process.
 * @param {{ rows?: number, say?: (line: string) => void }} options `rows`: rows of the list
 * @returns {Promise<{ first: ExportFigures, second: ExportFigures }>}
 */
export async function benchExport({ rows = ROWS, say = () => {} } = {}) {
  const assets = Math.ceil(rows / EXPORTED) * 100
  return withLists(
    assets,
    say,
    async (service) => {
      await sleep(SETTLE_MS)
      const first = await exportAll(service)
      await sleep(SETTLE_MS)
      return { first, second: await exportAll(service) }
    },
    { isAlone: true },
  )
}

async function exportAll(service) {
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, SAMPLE_MS)
  const started = performance.now()
  const lines = await readExport(service)
  clearInterval(timer)
  return {
    rows: lines - 1,
    seconds: (performance.now() - started) / 1000,
    memoryMb: (peak - before) / MEGABYTE,
  }
}

async function readExport({ url, headers }) {
  const env = {
    ...process.env,
    EXPORT_URL: `${url}/api/report.exportCsv/devices`,
    EXPORT_AUTHORIZATION: headers.authorization,
  }
  const { stdout } = await run(process.execPath, [at('scripts/bench/export-reader.mjs')], { env })
  return Number(stdout)
}

/** @param {Awaited<ReturnType<typeof benchExport>>} figures */
export const linesOf = ({ first, second }) =>
  `first of its process: ${lineOf(first)}\nsecond: ${lineOf(second)}`

/** @param {ExportFigures} figures */
const lineOf = ({ rows, seconds, memoryMb }) =>
  `${rows} rows in ${seconds.toFixed(1)} s, ${memoryMb.toFixed(0)} MB added (at most ${MAX_MB})`
