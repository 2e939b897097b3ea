// Runs the whole product at 500 positions a second for a given time, with its store in a separate process, and prints
// the memory of each process over time. Growth shows after hours, not after minutes. Pages of the store's files are
// printed separately: their number grows with the stored data, and the system takes them back when it needs memory.
import { pathToFileURL } from 'node:url'
import { privateMemory } from './lib/bench-disk.mjs'
import { sendFor } from './lib/bench-load.mjs'
import { rangeOf, residentMb } from './lib/bench-memory.mjs'
import { withProduct } from './lib/bench-product.mjs'
import { at } from './lib/paths.mjs'

const CONNECTIONS = 20
const BATCH = 25
const RATE = CONNECTIONS * BATCH
const MINUTE_MS = 60_000
const SAMPLE_MS = 5_000
/** Lines of the curve: in a long run, each is the mean of several samples. */
const LINES = 48

/** Runs the soak. @param {{ minutes?: number }} options `minutes`: its length */
export const benchSoak = ({ minutes = 10 } = {}) =>
  withProduct({}, async (product) => {
    const samples = { product: [], store: [], pages: [] }
    const sample = async () => {
      const { product: service, store } = product.pids
      samples.product.push(Math.round(privateMemory(service)))
      samples.store.push(Math.round(privateMemory(store)))
      samples.pages.push(Math.round((await residentMb(store)) - privateMemory(store)))
    }
    await sample()
    const timer = setInterval(() => void sample(), SAMPLE_MS)
    let accepted = 0
    const { times, seconds } = await sendFor({
      url: `${product.url}/location/api/ingest/locations`,
      key: product.key,
      connections: CONNECTIONS,
      ms: minutes * MINUTE_MS,
      pause: 1_000,
      next: () => product.events.body(BATCH),
      check: (answer) => {
        accepted += JSON.parse(answer).accepted
      },
    })
    clearInterval(timer)
    return { samples, accepted, stored: await countStored(await product.storeUri()), times, seconds }
  })

async function countStored(uri) {
  const { openDatabase } = await import(pathToFileURL(at('packages/database/dist/index.js')))
  const db = await openDatabase(uri)
  const stored = await db.driver.locationHistory.countDocuments({})
  await db.close()
  return stored
}

/** Formats the measurements as text. */
export function linesOf({ samples, accepted, stored, times, seconds }) {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)])
  const each = Math.max(1, Math.ceil(samples.product.length / LINES))
  const meanOf = (name, from) => {
    const part = samples[name].slice(from, from + each)
    return Math.round(part.reduce((sum, mb) => sum + mb, 0) / part.length)
  }
  const curve = []
  for (let from = 0; from < samples.product.length; from += each) {
    const minute = ((from * SAMPLE_MS) / MINUTE_MS).toFixed(1).padStart(6)
    const [product, store, pages] = ['product', 'store', 'pages'].map((name) => meanOf(name, from))
    curve.push(
      `${minute} min  services ${String(product).padStart(4)} MB  store ${String(store).padStart(4)} MB, pages of its files ${pages} MB`,
    )
  }
  const growth = Object.entries(samples).map(([name, memory]) => {
    const { first, last, most } = rangeOf(memory)
    return `${name}: ${first} MB in the first quarter, ${last} MB in the last, at most ${most} MB`
  })
  return [
    ...curve,
    ...growth,
    `${accepted} positions, ${Math.round(accepted / seconds)}/s of ${RATE}; answers median ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, longest ${quantile(1)} ms`,
    `${stored} stored of ${accepted} accepted ${stored === accepted ? 'ok' : 'MISSED'}`,
  ].join('\n')
}
