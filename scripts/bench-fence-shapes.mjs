// Measures the cost of geofence shapes: batched ingestion with 500 polygons against 500 rectangles. Two equal
// services, each with a separate store, run in turn, so that a busy machine affects both alike.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAssets, addFences, createEvents } from './lib/bench-hospital.mjs'
import { median, sendFor } from './lib/bench-load.mjs'
import { BENCH_KEY, openBenchStore, startBenchService } from './lib/bench-service.mjs'

const FENCES = 500
const BATCH = 100
const CONNECTIONS = 8
/** Bodies created before a round, so that their creation is not measured. */
const AHEAD = 1_500
const WARM_UP_MS = 1_000
/** Minimum share of the rate with rectangles. */
const TARGET = 0.9

/**
 * Runs the bench.
 * @param {{ rounds?: number, ms?: number }} options `ms`: milliseconds of each round
 * @returns {Promise<{ id: string, what: string, value: number, unit: string, target: number, ok: boolean }>}
 */
export async function benchFenceShapes({ rounds = 7, ms = 3_000 } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'wardtrack-shapes-'))
  const closers = [() => rm(dir, { recursive: true, force: true })]
  try {
    const rectangles = await startService(join(dir, 'rectangles'), 'side by side', closers)
    const polygons = await startService(join(dir, 'polygons'), 'polygons', closers)
    const both = [rectangles, polygons]
    for (const service of both) await rateOf(service, WARM_UP_MS)
    const ratios = []
    for (let round = 0; round < rounds; round += 1) {
      // The two services alternate in being second.
      for (const service of round % 2 === 0 ? both : both.toReversed())
        service.rates.push(await rateOf(service, ms))
      ratios.push(polygons.rates[round] / rectangles.rates[round])
    }
    for (const service of both) await service.checkJudged()
    const value = median(ratios)
    const rates = both.map((service) => Math.round(median(service.rates))).reverse()
    const what = `P1 with ${FENCES} polygons of 12 corners / with ${FENCES} rectangles, in turn (${rates.join(' / ')} events/s)`
    return { id: 'P1', what, value, unit: '', target: TARGET, ok: value >= TARGET }
  } finally {
    for (const close of closers) await close()
  }
}

/** Starts a location service on a store with geofences of one layout. */
async function startService(dir, layout, closers) {
  const store = await openBenchStore(dir, closers)
  const { db, Types } = store
  await addAssets(db, Types, 'RAW')
  await addFences(db, Types, FENCES, layout)
  const service = await startBenchService(store, closers)
  return {
    url: `${service.url}/location/api/ingest/locations`,
    events: createEvents(),
    rates: [],
    checkJudged: async () => {
      if (!(await db.driver.assets.findOne({ 'Fences.dwells.fence': { $exists: true } })))
        throw new Error(`no event was judged by a geofence of ${dir}`)
    },
  }
}

/** Returns the events a second of one round. */
async function rateOf({ url, events }, ms) {
  const bodies = Array.from({ length: AHEAD }, () => events.body(BATCH)).reverse()
  const next = () => bodies.pop() ?? events.body(BATCH)
  const check = (answer) => {
    if (JSON.parse(answer).accepted !== BATCH) throw new Error(`not all were accepted: ${answer}`)
  }
  const { requests, seconds } = await sendFor({
    url,
    key: BENCH_KEY,
    connections: CONNECTIONS,
    ms,
    next,
    check,
  })
  return (requests * BATCH) / seconds
}
