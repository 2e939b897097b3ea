import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fillStates } from '../../lib/bench-states.mjs'
import { at } from '../../lib/paths.mjs'
import { lastingVisits } from '../lasting-summaries.mjs'
import { fences } from '../list-alerts.mjs'
import { assetAt, mapDocOf, places } from '../list-hospital.mjs'
import { documentsOfDay, homeOf, levelsOf, roomAfter, VISITS_A_DAY } from './summaries.mjs'

const DAY_MS = 86_400_000
const PAGE = 5_000
/** Positions that an asset sends in a day, one in five minutes; the summaries represent them. */
const POSITIONS_A_DAY = 288
const FILLED = 'filled.json'

/**
 * Fills a store with assets and the events of the given number of days, as the summaries that the product makes of
 * positions and states. Rows of history are left out, because no report reads them. A folder that was filled before
 * is used unchanged.
 * @param {{ dir: string, count: number, days: number }} options
 * @returns {Promise<{ filledAt: number, seconds: number, bytes: number, documents: Record<string, number>, changes:
 * number, positions: number }>} `filledAt`: end of the events, in milliseconds
 */
export async function fillReportStore({ dir, count, days }) {
  const earlier = await readFile(join(dir, FILLED), 'utf8').catch(() => undefined)
  if (earlier !== undefined) return JSON.parse(earlier)
  const started = performance.now()
  const { spawnEmbeddedMongo } = await product('packages/embedded-mongo/dist/index.js')
  const { openDatabase } = await product('packages/database/dist/index.js')
  const dataDir = join(dir, 'store')
  await mkdir(dataDir, { recursive: true })
  const store = await spawnEmbeddedMongo({ dataDir })
  const db = await openDatabase(store.uri)
  const filledAt = Date.now()
  const filled = await fill({ db, count, days, now: filledAt })
  await db.close()
  await store.close()
  const seconds = (performance.now() - started) / 1000
  const answer = { filledAt, seconds, bytes: await sizeOf(dataDir), ...filled }
  await writeFile(join(dir, FILLED), JSON.stringify(answer))
  return answer
}

const product = (path) => import(pathToFileURL(at(path)))

async function fill({ db, count, days, now }) {
  const { searchGrams, searchWords, summaryId, Types } = await product('packages/database/dist/index.js')
  const make = { id: () => new Types.ObjectId(), grams: searchGrams, words: searchWords }
  const fenceDocs = fences(make)
  const assets = assetsOf({ count, days, now, make, fenceDocs })
  await addPlaces(db, make, fenceDocs)
  await insertAll(db, 'assets', assets)
  await insertAll(db, 'visits', lastingVisits(assets, summaryId))
  const documents = { assets: count, visits: 0, stateStretches: 0, deviceAlarms: 0, geofenceAlerts: 0 }
  const firstDay = now - days * DAY_MS
  for (let day = 0; day < days; day += 1) {
    const begin = firstDay + day * DAY_MS
    const made = documentsOfDay({ assets, day, begin, end: now, summaryId, fences: fenceDocs })
    for (const [collection, docs] of Object.entries(made)) {
      await insertAll(db, collection, docs)
      documents[collection] += docs.length
    }
  }
  const ids = assets.map(({ _id }) => _id)
  const { changes, snapshots } = await fillStates({ db, assets: ids, days, now })
  return { documents: { ...documents, snapshots }, changes, positions: count * days * POSITIONS_A_DAY }
}

function assetsOf({ count, days, now, make, fenceDocs }) {
  const visits = days * VISITS_A_DAY
  return Array.from({ length: count }, (_, n) => {
    const asset = assetAt(n, make)
    const home = homeOf(n)
    const { mapId, hierarchyId, ...room } = roomAfter(n, visits)
    const since = new Date(now - (n % 400) * 3_600_000)
    const fence = fenceDocs.find(({ MapId }, index) => MapId === mapId && index % 5 === n % 5)
    const dwell = {
      fence: fence?._id.toHexString(),
      from: fence?.activeFrom,
      inside: true,
      since,
      receivedAt: since,
    }
    return {
      ...asset,
      Fields: { ...asset.Fields, InfusionStatus: 'pump-status--not-infusing' },
      // Empty, because a field with a time but no stretch would be rebuilt from history, which is missing here.
      FieldTimes: {},
      HomeLocation: { fullPath: levelsOf(home), hierarchyId: home.hierarchyId, mapId: home.mapId },
      CurrentLocation: {
        ...asset.CurrentLocation,
        mapId,
        hierarchyId,
        fullPath: levelsOf(room),
        since,
        time: new Date(Math.min(now, since.getTime() + (n % 50) * 3_600_000)),
      },
      ...(n % 3 === 0 && fence ? { Fences: { dwells: [dwell] } } : {}),
    }
  })
}

async function addPlaces(db, make, fenceDocs) {
  const { rooms, maps } = places()
  const placeDoc = (place) => ({
    _id: make.id(),
    provider: 'rtls',
    ...place,
    Depth: place.fullName.length,
  })
  await insertAll(db, 'places', rooms.map(placeDoc))
  await insertAll(db, 'maps', maps.map(mapDocOf))
  await insertAll(db, 'geofences', fenceDocs)
}

async function insertAll(db, collection, docs) {
  for (let start = 0; start < docs.length; start += PAGE)
    await db.driver[collection].insertMany(docs.slice(start, start + PAGE), { ordered: false })
}

async function sizeOf(folder) {
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
