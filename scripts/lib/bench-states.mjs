import { pathToFileURL } from 'node:url'
import { at } from './paths.mjs'

const DAY_MS = 86_400_000
/** Periods whose snapshots are stored at a time. */
const PAGE = 200
/** Number of periods between two changes of an asset's wifi strength: half an hour. */
const WIFI_EVERY = 3
const VALUES = [
  ['WifiStrength', ['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE']],
  ['BatteryLevel', ['LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4']],
  ['DeviceStatus', ['comm-status-online', 'comm-status-offline']],
  ['InfusionStatus', ['pump-status-infusing', 'pump-status--not-infusing']],
]
/** Number of assets and periods for each one with a change of the other fields. */
const OTHERS_EVERY = 20

/**
 * Gives assets states that change often. It stores the snapshots of all days as the product would have made them, and
 * the newest stretches that are not in snapshots yet. Past stretches are left out: no chart reads them, and there are
 * tens of millions.
 * @param {{ db: object, assets: object[], days: number, now: number }} options `assets`: their ids
 * @returns {Promise<{ changes: number, snapshots: number }>}
 */
export async function fillStates({ db, assets, days, now }) {
  const { STATE_PERIOD_MS, statePeriodOf, summaryId } = await product('packages/database/dist/index.js')
  const snapshot = await product('apps/api/dist/features/state-snapshots/snapshot.js')
  const { stateChange, STATE_LAYOUT } = await product('apps/api/dist/features/state-snapshots/state-word.js')
  const store = await product('apps/api/dist/features/state-snapshots/snapshots.store.js')
  const count = assets.length
  await db.driver.stateAssets.insertMany(assets.map((_id, number) => ({ _id, number })))
  const until = statePeriodOf(now - 90_000)
  const chunks = Array.from(
    { length: snapshot.chunkOf(count - 1) + 1 },
    () => new Uint16Array(snapshot.CHUNK_ASSETS),
  )
  let changes = 0
  let snapshots = 0
  let made = []
  for (let period = statePeriodOf(until - days * DAY_MS); period < until; period += STATE_PERIOD_MS) {
    const turn = period / STATE_PERIOD_MS
    for (const [chunk, words] of chunks.entries()) {
      const list = new snapshot.ChangeList()
      const size = Math.min(snapshot.CHUNK_ASSETS, count - chunk * snapshot.CHUNK_ASSETS)
      for (const { place, time, field, value } of changesOf(turn, chunk, size, STATE_PERIOD_MS))
        list.add(time, place, stateChange(field, value))
      const current = { chunk, period, words, ...list.changes() }
      made.push(current)
      chunks[chunk] = snapshot.wordsAfter(current)
      changes += list.length
    }
    if (made.length < PAGE) continue
    await store.insertSnapshots(db, made)
    snapshots += made.length
    made = []
  }
  await store.insertSnapshots(db, made)
  await db.driver.stateSnapshotProgress.insertOne({
    _id: 'progress',
    until: new Date(until),
    layout: STATE_LAYOUT,
  })
  await addStretches({
    db,
    assets,
    until,
    now,
    summaryId,
    period: STATE_PERIOD_MS,
    chunkAssets: snapshot.CHUNK_ASSETS,
  })
  await addPacked(db, until - days * DAY_MS, until)
  return { changes, snapshots: snapshots + made.length }
}

/** Adds the days of usage and the packed moves of the stored snapshots and visits. */
async function addPacked(db, from, until) {
  const { AssetNumbers } = await product('apps/api/dist/features/state-snapshots/asset-numbers.js')
  const { MovePlaces } = await product('apps/api/dist/features/state-snapshots/move-places.js')
  const { SPAN_MS } = await product('apps/api/dist/features/state-snapshots/move-span.js')
  const { packUsageDay } = await product('apps/api/dist/features/state-snapshots/pack-usage.js')
  const { packMoveSpans } = await product('apps/api/dist/features/state-snapshots/pack-moves.js')
  const numbers = new AssetNumbers(db)
  await numbers.load()
  const parts = { db, numbers, places: new MovePlaces(db) }
  const packAll = async (lengthMs, pack) => {
    let begin = from - (from % lengthMs)
    for (; begin + lengthMs <= until; begin += lengthMs) await pack(parts, begin, begin + lengthMs)
    return new Date(begin)
  }
  const $set = {
    usageUntil: await packAll(DAY_MS, packUsageDay),
    movesUntil: await packAll(SPAN_MS, packMoveSpans),
  }
  await db.driver.stateSnapshotProgress.updateOne({ _id: 'progress' }, { $set })
}

const product = (path) => import(pathToFileURL(at(path)))

/** Yields the changes of a period in the order of time; the same turn yields the same changes. */
function* changesOf(turn, chunk, size, periodMs) {
  const step = periodMs / (size + 1)
  for (let place = 0; place < size; place += 1) {
    const time = Math.floor(place * step)
    const seed = (turn * 31 + place * 7 + chunk * 13) >>> 0
    if ((turn + place) % WIFI_EVERY === 0) yield { place, time, ...valueOf(0, seed) }
    if (seed % OTHERS_EVERY === 0) yield { place, time, ...valueOf(1 + (seed % 3), seed >> 3) }
  }
}

function valueOf(family, seed) {
  const [field, values] = VALUES[family]
  return { field, value: values[seed % values.length] }
}

async function addStretches({ db, assets, until, now, summaryId, period, chunkAssets }) {
  const docs = []
  for (let begin = until; begin <= now; begin += period)
    for (let first = 0; first < assets.length; first += chunkAssets) {
      const size = Math.min(chunkAssets, assets.length - first)
      for (const change of changesOf(begin / period, first / chunkAssets, size, period)) {
        const from = new Date(begin + change.time)
        const asset = assets[first + change.place]
        const { field, value } = change
        if (from.getTime() > now) continue
        const _id = summaryId(from, asset.toHexString(), field)
        docs.push({ _id, asset, AssetType: 'Equipment', field, value, from, to: null })
      }
    }
  for (let start = 0; start < docs.length; start += 5_000)
    await db.driver.stateStretches.insertMany(docs.slice(start, start + 5_000))
}
