// Measures the geofence engine alone (P3): evaluations a second on one core. An evaluation compares a position of an
// asset with all geofences, with waits. Geofences are as large as rooms, and the maps grow with their number. So the
// same walks cross the same number of edges, and only the search grows. One asset in four walks, the others stay in
// place. The bench uses processor time, because other work runs on the same machines.
import { pathToFileURL } from 'node:url'
import { crossIn } from './lib/bench-hospital.mjs'
import { median } from './lib/bench-load.mjs'
import { at } from './lib/paths.mjs'

const CASES = [
  { fences: 500, shape: 'rectangles' },
  { fences: 5_000, shape: 'rectangles' },
  { fences: 50_000, shape: 'rectangles' },
  { fences: 5_000, shape: 'polygons' },
]
const MAPS = 10
/** Pixels between the corners of neighbouring geofences, 20 a metre; each covers half of that area. */
const CELL = 160
const ASSETS = 2_000
const MINUTE = 60_000
const ASSET_TYPES = new Set(['Equipment', 'Patient'])
/** Pixels of a step: a metre in ten seconds, and back again. */
const STRIDE = 20
const MIN_RATE = 1_000_000
const MAX_GROWTH = 3
/** Minimum share of the rate with rectangles that polygons must reach. */
const MIN_POLYGON_SHARE = 0.6

/**
 * Runs the bench.
 * @param {{ rounds?: number, evaluations?: number }} options
 * @returns {Promise<{ fences: number, shape: string, rate: number, raised: number, changed: number }[]>} medians of
 * the rounds
 */
export async function benchGeofences({ rounds = 5, evaluations = 1_000_000 } = {}) {
  const engine = at('apps/location/dist/features/geofences/engine')
  const { createFenceSet } = await import(pathToFileURL(`${engine}/fence-set.js`))
  const { createGeofenceEvaluator } = await import(pathToFileURL(`${engine}/geofence-evaluator.js`))
  const { toFenceArea } = await import(pathToFileURL(`${engine}/fence-area.js`))
  const evaluators = CASES.map(({ fences, shape }) =>
    createGeofenceEvaluator(createFenceSet(fencesOf(fences, shape === 'polygons' ? toFenceArea : undefined))),
  )
  const results = CASES.map((each) => ({ ...each, rates: [], raised: 0, changed: 0 }))
  evaluators.forEach((evaluate, n) => walk(evaluate, CASES[n].fences, evaluations / 5))
  for (let round = 0; round < rounds; round += 1)
    evaluators.forEach((evaluate, n) => {
      const { rate, raised, changed } = walk(evaluate, CASES[n].fences, evaluations)
      results[n].rates.push(rate)
      Object.assign(results[n], { raised, changed })
    })
  return results.map(({ rates, ...rest }) => ({ ...rest, rate: median(rates) }))
}

/** Returns the number of geofences in a row of a map. */
const columnsOf = (size) => Math.ceil(Math.sqrt(size / MAPS))

/**
 * Creates geofences in rows on every map, with waits of 0 to 4 minutes.
 * @param toFenceArea turns them into crosses of 12 corners; without it they are rectangles
 */
function fencesOf(size, toFenceArea) {
  const columns = columnsOf(size)
  const length = CELL * Math.SQRT1_2
  return Array.from({ length: size }, (_, n) => {
    const place = Math.floor(n / MAPS)
    const x = (place % columns) * CELL
    const y = Math.floor(place / columns) * CELL
    return {
      id: `fence-${n}`,
      activeFrom: new Date(0),
      assetTypes: ASSET_TYPES,
      mapId: `map-${n % MAPS}`,
      x,
      y,
      x2: x + length,
      y2: y + length,
      ...(toFenceArea ? { area: toFenceArea(crossIn({ x, y, w: length, h: length })) } : {}),
      toleranceX: 0,
      toleranceY: 0,
      entryWait: (n % 5) * MINUTE,
      exitWait: ((n + 2) % 5) * MINUTE,
    }
  })
}

/** Reports every asset every ten seconds; walking assets take a step forward or back on their map. */
function walk(evaluate, size, evaluations) {
  const side = columnsOf(size) * CELL
  const subject = { assetType: 'Equipment', active: true }
  const assets = Array.from({ length: ASSETS }, (_, n) => ({
    dwells: [],
    place: undefined,
    x: (n * 997) % side,
    y: (n * 613) % side,
    walks: n % 4 === 0,
    stepX: n % 8 ? STRIDE : -STRIDE,
    stepY: n % 3 ? STRIDE / 2 : -STRIDE / 2,
    mapId: `map-${n % MAPS}`,
  }))
  const raised = []
  let alerts = 0
  let changed = 0
  const started = process.cpuUsage()
  for (let n = 0; n < evaluations; n += 1) {
    const asset = assets[n % ASSETS]
    const time = new Date(1 + Math.floor(n / ASSETS) * 10_000)
    if (asset.walks) step(asset, side)
    const place = { mapId: asset.mapId, x: asset.x, y: asset.y }
    const dwells = evaluate(subject, asset, { place, time, receivedAt: time }, raised)
    if (dwells !== asset.dwells) changed += 1
    asset.dwells = dwells
    asset.place = place
    alerts += raised.length
    raised.length = 0
  }
  const { user, system } = process.cpuUsage(started)
  return { rate: evaluations / ((user + system) / 1e6), raised: alerts, changed }
}

function step(asset, side) {
  if (asset.x + asset.stepX < 0 || asset.x + asset.stepX > side) asset.stepX = -asset.stepX
  if (asset.y + asset.stepY < 0 || asset.y + asset.stepY > side) asset.stepY = -asset.stepY
  asset.x += asset.stepX
  asset.y += asset.stepY
}

/** Formats the measurements as lines. */
export function tableOf(results) {
  const rateOf = (fences, shape = 'rectangles') =>
    results.find((result) => result.fences === fences && result.shape === shape)?.rate ?? Number.NaN
  const rate = rateOf(5_000)
  const growth = rateOf(500) / rateOf(50_000)
  const ofPolygons = rateOf(5_000, 'polygons') / rate
  const judged = (ok) => (ok ? 'reached' : 'missed ')
  return [
    ...results.map(
      ({ fences, shape, rate: each, raised, changed }) =>
        `${fences.toLocaleString('en').padStart(7)} ${shape}  ${Math.round(each).toLocaleString('en').padStart(10)} evaluations/s` +
        `  (${raised.toLocaleString('en')} alerts, ${changed.toLocaleString('en')} changes of dwells)`,
    ),
    `P3  ${judged(rate >= MIN_RATE)}  5,000 fences: ${(rate / 1e6).toFixed(2)} of at least 1 million evaluations/s`,
    `P3  ${judged(growth <= MAX_GROWTH)}  500 to 50,000 fences: ${growth.toFixed(2)} times the cost, at most ${MAX_GROWTH}`,
    `P3  ${judged(ofPolygons >= MIN_POLYGON_SHARE)}  5,000 polygons of 12 corners: ${ofPolygons.toFixed(2)} of the rate of rectangles, at least ${MIN_POLYGON_SHARE}`,
  ].join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const results = await benchGeofences()
  console.log(process.argv.includes('--json') ? JSON.stringify(results) : tableOf(results))
}
