import { type Database, type PlacePaths, type StoredLocation, summaryId } from '@wardtrack/database'
import type { CachedAsset } from '@wardtrack/ingestion'
import {
  type DueMark,
  isSamePlace,
  PRIMARY_FRESHNESS_MS,
  type VisitStep,
  visitFrom,
} from '@wardtrack/summaries'
import type { PositionUpdate } from './position-update.types.ts'

/**
 * Effect of positions on visits: steps for positions in order, and marks for those that need a rebuild from history.
 */
export type VisitNotes = { steps: VisitStep[]; marks: DueMark[] }

/**
 * Notes the effect of an asset's new position on its visits. Returns the start of the current visit; undefined when
 * only history can determine it.
 */
export function noteMove(
  { asset, location, tagRole }: PositionUpdate,
  before: StoredLocation | undefined,
  { steps, marks }: VisitNotes,
  places: PlacePaths,
): Date | undefined {
  const { _id } = asset
  const { time } = location
  if (!before) {
    steps.push({ asset: _id, begun: visitFrom(asset, location, undefined, places) })
    return time
  }
  if (!before.since || time <= before.time) {
    marks.push({ asset: _id, from: time, until: time })
    return undefined
  }
  // Positions of other tags were ignored in this time and count from here on, so the period is rebuilt.
  const isFresh = time.getTime() - before.time.getTime() <= PRIMARY_FRESHNESS_MS
  if (before.byPrimaryTag && tagRole === undefined && isFresh)
    marks.push({ asset: _id, from: before.time, until: time })
  if (isSamePlace(before, location, places)) return before.since
  steps.push({
    asset: _id,
    ended: { id: summaryId(before.since, _id.toHexString()), to: time },
    begun: visitFrom(asset, location, { place: before, lastSeenAt: before.time }, places),
  })
  return time
}

/**
 * A late position at the asset's current place, during the current visit; it has no effect if the visit still lasts.
 */
type PlainPosition = { asset: CachedAsset; since: Date; mark: DueMark }
/** Effects of late positions: marks, and plain positions that matter only if another process knows more. */
type LateNotes = { marks: DueMark[]; plain: PlainPosition[] }

/** Returns the effects of positions that did not move their assets. */
export function noteLate(late: readonly PositionUpdate[]): LateNotes {
  const notes: LateNotes = { marks: [], plain: [] }
  for (const position of late) {
    const { asset, location } = position
    const since = asset.place.location?.since
    const mark = lateMarkOf(position)
    if (mark) notes.marks.push(mark)
    if (mark || !since) continue
    notes.plain.push({ asset, since, mark: { asset: asset._id, from: location.time, until: location.time } })
  }
  return notes
}

/**
 * Returns marks for plain positions of assets that another process has since changed. It must run after the history
 * rows are stored: whoever changes a visit afterwards reads these rows.
 */
export async function marksOfPlain(db: Database, plain: readonly PlainPosition[]): Promise<DueMark[]> {
  const ids = [...new Set(plain.map(({ asset }) => asset._id))]
  // driver: follows each write of late events, a hot path
  const docs = await db.driver.assets.find({ _id: { $in: ids } }, { projection: { PlaceRev: 1 } }).toArray()
  const revs = new Map(docs.map(({ _id, PlaceRev }) => [_id.toHexString(), PlaceRev]))
  return plain.flatMap(({ asset: { _id, place }, since, mark }) => {
    const isPresent = revs.get(_id.toHexString()) === place.rev
    return isPresent && place.location?.since?.getTime() === since.getTime() ? [] : [mark]
  })
}

/** Returns marks for late positions, before they are stored; it does not change the cache. */
export const marksAhead = (late: readonly PositionUpdate[]): DueMark[] =>
  late.flatMap((position) => lateMarkOf(position) ?? [])

/**
 * Returns the mark of a late position; undefined for a plain one. Within the current visit, another position at the
 * same place has no effect. A repeat of the newest one has none either, unless that position began the visit, which
 * may be missing after a crash.
 */
function lateMarkOf({ asset, location, tagRole }: PositionUpdate): DueMark | undefined {
  const { time } = location
  const mark = { asset: asset._id, from: time, until: time }
  const current = asset.place.location
  const since = current?.since
  if (!current || !since || !isSamePlace(current, location)) return mark
  const isWithin = since < time && time <= current.time
  const isSameRole = (tagRole === 'primary') === (current.byPrimaryTag === true)
  const isRepeat = time.getTime() === current.time.getTime() && isSameRole
  const isPlain = tagRole !== undefined || asset.primaryTag === undefined
  return isWithin && (isRepeat || isPlain) ? undefined : mark
}
