import { type Database, type StoredLocation, summaryId } from '@wardtrack/database'
import type { CachedAsset } from '@wardtrack/ingestion'
import {
  type DueMark,
  isSamePlace,
  PRIMARY_FRESHNESS_MS,
  type VisitStep,
  visitFrom,
} from '@wardtrack/summaries'
import type { PositionUpdate } from './position-update.types.ts'

/** What positions mean for visits: those that came in their order, and what history has to be asked about. */
export type VisitNotes = { steps: VisitStep[]; marks: DueMark[] }

/**
 * Notes what a position means for the visits of its asset that moves it, and gives when the visit began that lasts then:
 * undefined where only history can tell.
 */
export function noteMove(
  { asset, location, tagRole }: PositionUpdate,
  before: StoredLocation | undefined,
  { steps, marks }: VisitNotes,
): Date | undefined {
  const { _id } = asset
  const { time } = location
  if (!before) {
    steps.push({ asset: _id, begun: visitFrom(asset, location, undefined) })
    return time
  }
  if (!before.since || time <= before.time) {
    marks.push({ asset: _id, from: time, until: time })
    return undefined
  }
  // What another tag told meanwhile did not count, and does from here on.
  const isFresh = time.getTime() - before.time.getTime() <= PRIMARY_FRESHNESS_MS
  if (before.byPrimaryTag && tagRole === undefined && isFresh)
    marks.push({ asset: _id, from: before.time, until: time })
  if (isSamePlace(before, location)) return before.since
  steps.push({
    asset: _id,
    ended: { id: summaryId(before.since, _id.toHexString()), to: time },
    begun: visitFrom(asset, location, { place: before, lastSeenAt: before.time }),
  })
  return time
}

/** A late position of the place where its asset is, during the visit that lasts: it changes nothing if that is still so. */
type PlainPosition = { asset: CachedAsset; since: Date; mark: DueMark }
/** What late positions need: marks at once, and those that only matter if another process knows more. */
type LateNotes = { marks: DueMark[]; plain: PlainPosition[] }

/** What has to be looked at again because of positions that did not move their assets. */
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
 * Marks for positions that were plain to this process, of assets which another process knows better. To be looked for
 * when their rows of history are stored: whoever changes a visit afterwards does so with these rows.
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

/** What has to be looked at again because of late positions, before they are stored: nothing is changed in memory. */
export const marksAhead = (late: readonly PositionUpdate[]): DueMark[] =>
  late.flatMap((position) => lateMarkOf(position) ?? [])

/**
 * Within the visit that lasts, another position of the same place changes nothing; nor does a repeat of the newest one,
 * unless it began the visit: then the visit may be missing after a crash.
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
