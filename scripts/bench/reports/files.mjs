import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { processorMs } from '../../lib/bench-cpu.mjs'

const DAY_MS = 86_400_000
const SAMPLE_MS = 25
const SETTLE_MS = 3_000
const MAX_MB = 150
const KILOBYTES = 1024

/** Files of moves: number of days and format. The first is the first one in its process. */
const FILES = [
  { title: 'CSV, first in the process', format: 'csv', days: 1 },
  { title: 'CSV of a million rows', format: 'csv', days: 62, most: MAX_MB },
  { title: 'XLSX of 100,000 rows', format: 'xlsx', days: 6, most: MAX_MB },
]
const PATHS = { csv: '/api/report.exportCsv/pump-movement', xlsx: '/api/report.exportXlsx/pump-movement' }

/**
 * Reads files of moves and samples the memory of the process that creates them.
 * @returns {Promise<string[]>} a line for each
 */
export async function measureFiles({ running, url, headers, filled }, say) {
  const lines = []
  for (const { title, format, days, most } of FILES) {
    await sleep(SETTLE_MS)
    const before = residentMb(running.pid)
    let peak = before
    const timer = setInterval(() => {
      peak = Math.max(peak, residentMb(running.pid))
    }, SAMPLE_MS)
    const processor = processorMs(running.pid)
    const started = performance.now()
    const body = { createdAt: { $gte: new Date(filled.filledAt - days * DAY_MS).toISOString() } }
    const { bytes, lines: rows } = await read(`${url}${PATHS[format]}`, headers, JSON.stringify(body))
    clearInterval(timer)
    const seconds = (performance.now() - started) / 1000
    const cpu = (processorMs(running.pid) - processor) / 1000
    const added = peak - before
    const verdict = most === undefined ? '' : ` (at most ${most}) ${added <= most ? 'ok' : 'MISSED'}`
    const counted = format === 'csv' ? `${rows - 1} rows, ` : ''
    lines.push(
      `${title}: ${counted}${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of processor, ${added.toFixed(0)} MB added${verdict}`,
    )
    say(lines.at(-1))
  }
  return lines
}

/** Returns the memory of a process without its child processes, in megabytes. */
const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / KILOBYTES

function read(url, headers, body) {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method: 'POST', headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      let bytes = 0
      let lines = 0
      response.on('data', (piece) => {
        bytes += piece.length
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1
      })
      response.on('end', () => resolve({ bytes, lines }))
      response.on('error', reject)
    })
    clientRequest.on('error', reject)
    clientRequest.end(body)
  })
}
