import {
  type Database,
  type LocationHistoryDoc,
  type PlacePaths,
  summaryId,
  type Types,
  trusted,
  type VisitDoc,
} from '@wardtrack/database'
import { firstDifferentLevel, placeKeyOf } from './place-key.ts'
import { PRIMARY_FRESHNESS_MS } from './primary-tag-window.ts'
import type { Series } from './series.types.ts'
import { writeSummaries } from './write-summaries.ts'

/** The asset whose visits are computed. */
export type VisitSubject = { readonly _id: Types.ObjectId; readonly AssetType: string }
/** Members of a position that define a visit. */
export type VisitPosition = Pick<LocationHistoryDoc, 'time' | 'mapId' | 'hierarchyId' | 'fullPath'>
type PositionReading = Pick<LocationHistoryDoc, '_id' | 'receivedAt' | 'tagRole'> & VisitPosition

const MEMBERS = { time: 1, receivedAt: 1, tagRole: 1, mapId: 1, hierarchyId: 1, fullPath: 1 }
/** Rows of a cursor's page. */
const BATCH = 1_000
/** Maximum rows that are searched for the primary tag's report right before a moment. */
const MAX_BEFORE = 2_000

/**
 * Creates the visit that begins with a position. Optional members are set afterwards, because joining objects costs
 * more than the rest of the function.
 * @param before previous place of the asset, and its last time there
 * @param places present names of places: a name that changed between two positions is no difference
 */
export function visitFrom(
  { _id: asset, AssetType }: VisitSubject,
  { time, mapId, hierarchyId, fullPath }: VisitPosition,
  before: { place: Omit<VisitPosition, 'time'>; lastSeenAt: Date } | undefined,
  places: PlacePaths,
): VisitDoc {
  const visit: VisitDoc = {
    _id: summaryId(time, asset.toHexString()),
    asset,
    AssetType,
    mapId,
    fullPath,
    from: time,
    to: null,
  }
  if (hierarchyId !== undefined) visit.hierarchyId = hierarchyId
  if (!before) return visit
  const { place, lastSeenAt } = before
  visit.previous = { fullPath: place.fullPath, mapId: place.mapId, lastSeenAt }
  if (place.hierarchyId !== undefined) visit.previous.hierarchyId = place.hierarchyId
  const differsFrom = firstDifferentLevel(places.pathOf(place), places.pathOf({ hierarchyId, fullPath }))
  if (differsFrom !== undefined) visit.differsFrom = differsFrom
  return visit
}

/** Creates the series of an asset's visits, and the positions that they are computed from. */
export function visitSeries(
  db: Database,
  subject: VisitSubject,
  places: PlacePaths,
): Series<PositionReading, VisitDoc> {
  const asset = subject._id
  const { visits } = db.models
  // driver: cursors over many rows, with few members each
  const { locationHistory } = db.driver
  const keyAt = (position: Omit<VisitPosition, 'time'>): string => placeKeyOf(position, places)
  return {
    readings: (from) =>
      locationHistory
        .find({ asset, time: { $gte: from } }, { projection: MEMBERS })
        .sort({ time: 1 })
        .batchSize(BATCH),
    readingsBefore: async (before) => {
      const [newest] = await locationHistory
        .find({ asset, time: { $lt: before } }, { projection: { time: 1 } })
        .sort({ time: -1 })
        .limit(1)
        .toArray()
      if (!newest) return []
      const from = new Date(newest.time.getTime() - PRIMARY_FRESHNESS_MS)
      return locationHistory
        .find({ asset, time: { $gte: from, $lt: before } }, { projection: MEMBERS })
        .sort({ time: -1 })
        .limit(MAX_BEFORE)
        .toArray()
    },
    keyOf: keyAt,
    keyOfSummary: keyAt,
    isContinued: (a, b) => a.hierarchyId === b.hierarchyId && keyAt(a) === keyAt(b),
    begin: (reading, before) =>
      visitFrom(subject, reading, before && { place: before.summary, lastSeenAt: before.lastSeenAt }, places),
    storedBefore: async (before) =>
      (
        await visits
          .find({ asset, from: trusted({ $lt: before }) })
          .sort({ from: -1 })
          .limit(1)
      )[0] ?? null,
    storedFrom: (from, most) =>
      visits
        .find({ asset, from: trusted({ $gte: from }) })
        .sort({ from: 1 })
        .limit(most),
    write: (changes) => writeSummaries(db, 'visits', changes),
  }
}
