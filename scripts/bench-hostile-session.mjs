// Measures the effect of one hostile client on ingestion. It times single pushes of all others without the client and
// during its attack, for each kind of attack and for all of them together.
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { withLists } from './bench/list-service.mjs'
import { percentile, sendFor } from './lib/bench-load.mjs'

const CONNECTIONS = 4
/** Attacks of the client at a time: 100 filters, 100 patterns, 200 slow bodies, and 8 images of 36 million pixels. */
const KINDS = ['filters', 'patterns', 'slow bodies', 'images']
/** Each attack alone, and all of them together. */
const ALL_ROWS = [...KINDS.map((kind) => [kind]), KINDS]
const MAX_TIMES = 2
/** Default time that the calls of a session may take of the service in a minute. */
const SESSION_SECONDS = 30

/**
 * @param {{ assets?: number, ms?: number, rows?: string[][], say?: (line: string) => void }} options `rows`: attacks
 * that run together in each row
 * @returns {Promise<{ what: string, idle: object, beside: object, answers: Record<string, number> }[]>} times in
 * milliseconds
 */
export async function benchHostileSession({
  assets = 100_000,
  ms = 10_000,
  rows = ALL_ROWS,
  say = () => {},
} = {}) {
  const measure = async (service) => {
    await push(service, 2_000)
    const measured = []
    for (const kinds of rows) {
      // Measured before each attack, because other work on the machine changes meanwhile.
      const idle = await push(service, ms)
      const client = await startClient(service, kinds, ms + 3_000)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const beside = await push(service, ms)
      measured.push({ what: kinds.join(', '), idle, beside, answers: await client.answers })
    }
    return measured
  }
  return withLists(assets, say, measure, { sessionSeconds: SESSION_SECONDS })
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

/** Resolves when the client begins; its answers follow when it has ended. */
function startClient({ url, headers }, kinds, ms) {
  const path = new URL('bench/hostile-client.mjs', import.meta.url)
  const worker = new Worker(path, { workerData: { url, headers, ms, kinds } })
  return new Promise((resolve, reject) => {
    const answers = new Promise((settle, fail) => {
      worker.on('message', (message) => {
        if (message.ready) resolve({ answers })
        else settle(message.answers)
      })
      worker.once('error', fail)
    })
    answers.catch(reject)
  })
}

/** Formats the times as lines. */
export function linesOf(rows) {
  const shown = ({ perSecond, p50, p95, longest }) =>
    `p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms, ${perSecond} a second`
  return rows
    .flatMap(({ what, idle, beside, answers }) => {
      const times = beside.p95 / idle.p95
      return [
        `R5  ${times.toFixed(2)} times ${times <= MAX_TIMES ? 'reached' : 'missed '}  ${MAX_TIMES}  p95 of pushes beside ${what}`,
        `      alone   ${shown(idle)}`,
        `      beside  ${shown(beside)}; the client was answered ${JSON.stringify(answers)}`,
      ]
    })
    .join('\n')
}

/** `node scripts/bench-hostile-session.mjs [--assets 100000] [--seconds 10] [--only images --only patterns]` */
async function main() {
  const { values } = parseArgs({
    options: {
      assets: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '10' },
      only: { type: 'string', multiple: true },
    },
  })
  const rows = await benchHostileSession({
    assets: Number(values.assets),
    ms: Number(values.seconds) * 1000,
    rows: values.only?.map((kind) => [kind]),
    say: console.log,
  })
  console.log(linesOf(rows))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main()
