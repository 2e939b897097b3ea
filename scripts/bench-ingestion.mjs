// Measures ingestion (docs/performance.md): P1 batches against the raw driver, P2 single posts against a bare Express
// echo, P5 durable events a second. It measures the whole product, started as by `npm start`. All processes listen on
// loopback, use a temporary folder, and end.
import { pathToFileURL } from 'node:url'
import { startListening } from './lib/bench-children.mjs'
import { addAssets, addFences, createEvents } from './lib/bench-hospital.mjs'
import { median, percentile, repeatFor, sendFor } from './lib/bench-load.mjs'
import { withProduct } from './lib/bench-product.mjs'
import { at } from './lib/paths.mjs'

const BATCH = 100
/** Changes of visits that the raw driver collects for one statement. */
const VISITS = 100
/** Bodies created before a round, so that their creation is not measured. */
const AHEAD = { batch: 1_500, single: 30_000 }

/**
 * Runs the bench.
 * @param {{ rounds?: number, ms?: number, profile?: string, fences?: number, layout?: string }} options Rounds of
 * each measurement, and milliseconds of each round. With geofences (their number and layout), only P1 is measured, and
 * every geofence has a wait.
 * @returns {Promise<{ id: string, what: string, value: number, unit: string, target: number, ok: boolean }[]>}
 */
export async function benchIngestion({ rounds = 5, ms = 3_000, profile, fences = 0, layout } = {}) {
  const { openDatabase } = await import(pathToFileURL(at('packages/database/dist/index.js')))
  let assetIds
  const fill = async (db, Types) => {
    // The raw driver gets other assets: the service would rebuild assets from history that somebody else moved.
    assetIds = await addAssets(db, Types, 'RAW')
    if (fences > 0) await addFences(db, Types, fences, layout)
  }
  const nodeOptions = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
  const echo = await startListening('scripts/lib/bench-echo.mjs', {})
  const work = async (product) => {
    const db = await openDatabase(await product.storeUri())
    try {
      const measured = await measure({ db, assetIds, echo, product, rounds, ms, p1Alone: fences > 0 })
      if (fences === 0) return report(measured)
      if (!(await db.driver.assets.findOne({ 'Fences.dwells.fence': { $exists: true } })))
        throw new Error('no event was judged by a geofence')
      return [fencedRow(measured, fences, layout)]
    } finally {
      await db.close()
    }
  }
  try {
    return await withProduct({}, work, { fill, nodeOptions })
  } finally {
    await echo.stop()
  }
}

async function measure({ db, assetIds, echo, product, rounds, ms, p1Alone }) {
  const [events, rawEvents] = [createEvents(), createEvents()]
  const url = `${product.url}/location/api/ingest/locations`
  const results = { raw: [], batched: [], wide: [], echo: [], single: [], p99: [] }
  const accepted = (size) => (answer) => {
    if (JSON.parse(answer).accepted !== size) throw new Error(`not all were accepted: ${answer}`)
  }
  const push = async (size, connections, count, time = ms) => {
    // `pop` takes the last one first, so the order is reversed: events are sent in the order of their times, as tags
    // send them.
    const bodies = Array.from({ length: count }, () => events.body(size)).reverse()
    const next = () => bodies.pop() ?? events.body(size)
    return sendFor({ url, key: product.key, connections, ms: time, next, check: accepted(size) })
  }
  const raw = async (time = ms) => {
    const writes = Array.from({ length: AHEAD.batch }, () => rawEvents.writes(BATCH, assetIds)).reverse()
    let visits = []
    const writeVisits = async (changes) => {
      const ends = changes.flatMap(({ end }) => end ?? [])
      if (ends.length > 0) await db.driver.visits.bulkWrite(ends, { ordered: false })
      if (changes.length > 0)
        await db.driver.visits.insertMany(
          changes.map(({ begun }) => begun),
          { ordered: false },
        )
    }
    const { done, seconds } = await repeatFor(8, time, async () => {
      const { rows, moves, visits: changed } = writes.pop() ?? rawEvents.writes(BATCH, assetIds)
      await db.driver.locationHistory.insertMany(rows, { ordered: false })
      await db.driver.assets.bulkWrite(moves, { ordered: false })
      // As the service does, changes are collected and written in large statements.
      visits.push(...changed)
      if (visits.length < VISITS) return
      const gathered = visits
      visits = []
      await writeVisits(gathered)
    })
    await writeVisits(visits)
    return (done * BATCH) / seconds
  }
  const rate = ({ requests, seconds }, size) => (requests * size) / seconds
  const echoed = async () => {
    const body = events.body(1)
    return sendFor({ url: echo.url, connections: 32, ms, next: () => body })
  }
  await push(BATCH, 8, 100, 1_000)
  await raw(1_000)
  for (let round = 0; round < rounds; round += 1) {
    results.raw.push(await raw())
    results.batched.push(rate(await push(BATCH, 8, AHEAD.batch), BATCH))
    if (p1Alone) continue
    results.echo.push(rate(await echoed(), 1))
    const single = await push(1, 32, AHEAD.single)
    results.single.push(rate(single, 1))
    results.p99.push(percentile(single.times, 0.99))
    results.wide.push(rate(await push(BATCH, 24, AHEAD.batch), BATCH))
  }
  return Object.fromEntries(Object.entries(results).map(([name, values]) => [name, median(values)]))
}

function fencedRow({ raw, batched }, fences, layout) {
  const value = batched / raw
  const rates = `${Math.round(batched)} / ${Math.round(raw)} events/s`
  const what = `the same with ${fences} ${layout === 'polygons' ? 'polygons of 12 corners' : 'geofences'} with waits (${rates})`
  return { id: 'P1', what, value, unit: '', target: 0.6, ok: value >= 0.6 }
}

function report({ raw, batched, wide, echo, single, p99 }) {
  const line = (id, what, value, unit, target, ok) => ({ id, what, value, unit, target, ok })
  const p1 = batched / raw
  const p2 = single / echo
  const best = Math.max(wide, batched)
  return [
    line(
      'P1',
      `batched ingestion / raw driver (${Math.round(batched)} / ${Math.round(raw)} events/s)`,
      p1,
      '',
      0.7,
      p1 >= 0.7,
    ),
    line(
      'P2',
      `single durable posts / Express echo (${Math.round(single)} / ${Math.round(echo)} per s)`,
      p2,
      '',
      0.6,
      p2 >= 0.6,
    ),
    line('P2', 'single durable posts, p99', p99, 'ms', 50, p99 <= 50),
    line('P5', 'durable events', best, '/s', 8_000, best >= 8_000),
  ]
}

function print(rows) {
  for (const { id, what, value, unit, target, ok } of rows) {
    const shown = value >= 100 ? Math.round(value).toString() : value.toFixed(2)
    console.log(`${id}  ${ok ? 'ok  ' : 'MISS'}  ${`${shown} ${unit}`.padEnd(12)} target ${target}  ${what}`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
  const rows = await benchIngestion({
    rounds: Number(option('rounds') ?? 5),
    ms: Number(option('ms') ?? 3_000),
    profile: option('profile'),
    fences: Number(option('fences') ?? 0),
    layout: option('layout'),
  })
  if (process.argv.includes('--json')) console.log(JSON.stringify(rows))
  else print(rows)
  process.exit(0)
}
