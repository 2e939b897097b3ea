import {
  type AssetDoc,
  type Database,
  type LocationHistoryDoc,
  pathText,
  type StatusHistoryDoc,
  Types,
  trusted,
} from '@wardtrack/database'
import { isBefore } from './fold-readings.ts'
import { PRIMARY_FRESHNESS_MS } from './primary-tag-window.ts'
import type { Reading } from './series.types.ts'
import { stateValue } from './state-fields.ts'

/** An asset at a moment. */
export type AssetMoment = { asset: Types.ObjectId; time: Date }
/**
 * Location of an asset, its levels joined with `>`, and the option code of its battery. A member is absent if neither
 * history nor the asset contains it.
 */
export type Circumstances = { Location?: string; Battery?: string }

type PresentAsset = Pick<AssetDoc, 'CurrentLocation' | 'Fields' | 'FieldTimes'>
type Position = Pick<LocationHistoryDoc, '_id' | 'time' | 'receivedAt' | 'tagRole' | 'fullPath'>

const POSITION_MEMBERS = { time: 1, receivedAt: 1, tagRole: 1, fullPath: 1 }
/** Maximum rows of one moment that are compared. */
const ROWS_OF_MOMENT = 8
/** Maximum positions that are searched for the primary tag's. */
const MAX_POSITIONS = 2_000
/** Moments that are read at the same time. */
const PAGE = 50

/**
 * Reads the circumstances of assets at moments, in the order of the moments. It uses history, so that late events
 * count.
 */
export async function readCircumstances(
  db: Database,
  moments: readonly AssetMoment[],
): Promise<Circumstances[]> {
  const found: Circumstances[] = []
  for (let start = 0; start < moments.length; start += PAGE) {
    const page = moments.slice(start, start + PAGE)
    const assets = await readPresent(db, page)
    // Moments that occur in several rows are read once.
    const reading = new Map<string, Promise<Circumstances>>()
    const read = (moment: AssetMoment): Promise<Circumstances> => {
      const asset = moment.asset.toHexString()
      const key = `${asset} ${moment.time.getTime()}`
      const started = reading.get(key) ?? readOne(db, moment, assets.get(asset))
      reading.set(key, started)
      return started
    }
    found.push(...(await Promise.all(page.map(read))))
  }
  return found
}

async function readOne(
  db: Database,
  moment: AssetMoment,
  present: PresentAsset | undefined,
): Promise<Circumstances> {
  const [Location, Battery] = await Promise.all([
    locationAt(db, moment, present),
    batteryAt(db, moment, present),
  ])
  return {
    ...(Location === undefined ? {} : { Location }),
    ...(Battery === undefined ? {} : { Battery }),
  }
}

async function readPresent(
  db: Database,
  moments: readonly AssetMoment[],
): Promise<Map<string, PresentAsset>> {
  const ids = [...new Set(moments.map(({ asset }) => asset.toHexString()))]
  const docs = await db.models.assets
    .find({ _id: trusted({ $in: ids.map((id) => new Types.ObjectId(id)) }) })
    .select({
      'CurrentLocation.fullPath': 1,
      'CurrentLocation.time': 1,
      'Fields.BatteryLevel': 1,
      'FieldTimes.BatteryLevel': 1,
    })
  return new Map(docs.map((doc) => [doc._id.toHexString(), doc]))
}

async function locationAt(
  db: Database,
  { asset, time }: AssetMoment,
  present: PresentAsset | undefined,
): Promise<string | undefined> {
  const current = present?.CurrentLocation
  // Every stored position sets a current place: without a place, there is no history to read.
  if (present && !current) return undefined
  if (current && current.time <= time) return pathText(current.fullPath)
  const position = await positionAt(db, asset, time)
  return position && pathText(position.fullPath)
}

/** Returns the valid position at a moment: another tag's position does not count while the primary tag's is fresh. */
async function positionAt(db: Database, asset: Types.ObjectId, time: Date): Promise<Position | undefined> {
  const positionsSince = (from: Date, most: number): Promise<Position[]> =>
    // driver: performance of reports is measured here
    db.driver.locationHistory
      .find({ asset, time: { $gte: from, $lte: time } }, { projection: POSITION_MEMBERS })
      .sort({ time: -1 })
      .limit(most)
      .toArray()
  const newest = chooseNewest(await positionsSince(new Date(0), ROWS_OF_MOMENT))
  if (newest?.tagRole !== 'other') return newest
  const from = new Date(newest.time.getTime() - PRIMARY_FRESHNESS_MS)
  const recent = await positionsSince(from, MAX_POSITIONS)
  const leading = chooseNewest(recent.filter(({ tagRole }) => tagRole !== 'other'))
  return leading?.tagRole === 'primary' ? leading : newest
}

async function batteryAt(
  db: Database,
  { asset, time }: AssetMoment,
  present: PresentAsset | undefined,
): Promise<string | undefined> {
  const current = present && stateValue(present.Fields, 'BatteryLevel')
  const since = present?.FieldTimes['BatteryLevel']
  if (present && (current === undefined || since === undefined || since <= time)) return current
  // driver: as above
  const rows: StatusHistoryDoc[] = await db.driver.statusHistory
    .find({ asset, time: { $lte: time }, 'Fields.BatteryLevel': { $exists: true } })
    .sort({ time: -1 })
    .limit(ROWS_OF_MOMENT)
    .toArray()
  return stateValue(chooseNewest(rows)?.Fields ?? {}, 'BatteryLevel')
}

/** Returns the valid row among those of the newest moment. @param rows newest first */
const chooseNewest = <R extends Reading>(rows: readonly R[]): R | undefined =>
  rows
    .filter(({ time }) => time.getTime() === rows[0]?.time.getTime())
    .reduce<R | undefined>((best, row) => (best && !isBefore(row, best) ? best : row), undefined)
