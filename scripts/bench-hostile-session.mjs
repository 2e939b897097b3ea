// Measures what one session with 100 expensive filters at once does to ingestion: the time of single pushes without it
// and beside it.
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { withLists } from './bench/list-service.mjs'
import { percentile, sendFor } from './lib/bench-load.mjs'

const PARALLEL = 100
const CONNECTIONS = 4

/**
 * @param {{ assets?: number, ms?: number, say?: (line: string) => void }} options
 * @returns {Promise<{ idle: object, beside: object, answers: Record<string, number> }>} times in milliseconds
 */
export async function benchHostileSession({ assets = 100_000, ms = 10_000, say = () => {} } = {}) {
  return withLists(assets, say, async (service) => {
    await push(service, 2_000)
    const idle = await push(service, ms)
    const filters = startFilters(service, ms + 2_000)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const beside = await push(service, ms)
    return { idle, beside, answers: await filters }
  })
}

async function push({ url, key }, ms) {
  let n = 0
  const next = () => {
    n += 1
    const deviceId = `EQ-${String((n % 4_000) * 20).padStart(7, '0')}`
    return Buffer.from(JSON.stringify({ deviceId, BatteryLevel: `LEVEL_${(n % 4) + 1}` }))
  }
  const address = `${url}/status/api/ingest/device-status`
  const { times, seconds } = await sendFor({ url: address, key, connections: CONNECTIONS, ms, next })
  const round = (value) => Math.round(value * 10) / 10
  return {
    perSecond: Math.round(times.length / seconds),
    p50: round(percentile(times, 0.5)),
    p95: round(percentile(times, 0.95)),
    longest: round(Math.max(...times)),
  }
}

/** The filters run in a thread of their own, so that reading their answers costs the service nothing. */
const startFilters = ({ url, headers }, ms) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { url, headers, ms } })
    worker.once('message', resolve)
    worker.once('error', reject)
  })

/** Asks without a pause, as a session that means harm would; gives how often each status was answered. */
async function askFilters({ url, headers, ms }) {
  const until = Date.now() + ms
  const answers = {}
  const track = async (first) => {
    for (let n = first; Date.now() < until; n += PARALLEL) {
      const body = JSON.stringify([
        { 'Fields.AssetName': { $regex: `no asset ${n}` } },
        { sort: [{ sortField: 'Fields.AssetName', sortDirection: 1 }] },
      ])
      const started = Date.now()
      const answer = await fetch(`${url}/api/assets.filter`, { method: 'POST', headers, body }).catch(
        () => undefined,
      )
      await answer?.arrayBuffer()
      const status = String(answer?.status ?? 'none')
      answers[status] = (answers[status] ?? 0) + 1
      if (Date.now() - started < 50) await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, (_, n) => track(n)))
  return answers
}

/** The times as lines. */
export function linesOf({ idle, beside, answers }) {
  const line = (what, { perSecond, p50, p95, longest }) =>
    `${what.padEnd(34)} p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms, ${perSecond} a second`
  return [
    line('pushes alone', idle),
    line(`beside ${PARALLEL} filters of one session`, beside),
    `p95 ${(beside.p95 / idle.p95).toFixed(1)} times (at most 2); the session was answered ${JSON.stringify(answers)}`,
  ].join('\n')
}

/** `node scripts/bench-hostile-session.mjs [--assets 100000] [--seconds 10]` */
async function main() {
  const { values } = parseArgs({
    options: { assets: { type: 'string', default: '100000' }, seconds: { type: 'string', default: '10' } },
  })
  const result = await benchHostileSession({
    assets: Number(values.assets),
    ms: Number(values.seconds) * 1000,
    say: console.log,
  })
  console.log(linesOf(result))
}

if (!isMainThread) {
  const { parentPort } = await import('node:worker_threads')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this process, not a window
  parentPort?.postMessage(await askFilters(workerData))
} else if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
