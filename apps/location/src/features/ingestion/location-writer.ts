import type { ServiceParts } from '@wardtrack/access'
import type { LivePayloads } from '@wardtrack/contracts'
import { type Database, type LocationHistoryDoc, type StoredLocation, toLocation } from '@wardtrack/database'
import { confirmInserted, type IngestEvent, insertNew, isNewerThan, markLate } from '@wardtrack/ingestion'
import type { FeedDelivery } from '@wardtrack/outbound'
import { createWritingGroups, type VisitSummarizer } from '@wardtrack/summaries'
import { createAssetMover, type Evaluators, emptyReport, type MoveReport } from './asset-mover.ts'
import type { PositionUpdate } from './position-update.types.ts'
import { tagRoleOf } from './primary-tag.ts'
import type { Position } from './resolve-position.ts'
import { type ShiftedEvent, separateTimes } from './separate-times.ts'
import { marksAhead, marksOfPlain, noteLate } from './visit-notes.ts'

type OptionalMember = 'hierarchyId' | 'accuracy' | 'precision' | 'sighting'

/** A location event to be written. */
export type LocationEvent = IngestEvent<Position>

/**
 * Writes a group of location events in repeatable steps instead of a transaction. The first step is the history row
 * with the event's identity as `_id`. The second is the asset's place with its dwells, unless a newer place is
 * stored. The last is the live event and the alerts. After a crash, the sender's retry completes the group, because
 * repeated events move places too.
 *
 * Deliveries are queued beside these steps, for repeated events too. Visits are noted once the history is stored,
 * because late positions are resolved from history. Late events are marked before they are stored, so a crash leaves
 * no unmarked row. They are marked again before the request is acknowledged.
 *
 * The first two steps go to the store together and share one flush to disk. This is safe because a repeat has the
 * time of the first event and moves nothing. Only an `eventId`, or one of several positions of one time, may repeat
 * with another time or place. Then the history insert must first report which events are new. It reports before its
 * rows are flushed; the write of the places flushes them.
 */
export function createLocationWriter(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'clock' | 'cacheMode' | 'silenceMinutes'>,
  evaluators: Evaluators,
  visits: Pick<VisitSummarizer, 'note' | 'mark' | 'markBeforeWrite' | 'queueRebuild' | 'queueSearch'>,
  delivery?: Pick<FeedDelivery, 'add'>,
): (group: readonly LocationEvent[]) => Promise<('accepted' | 'duplicate')[]> {
  const { db, bus, clock } = parts
  const move = createAssetMover(parts, evaluators)
  const recordVisits = async ({ late, visits: { steps, marks } }: MoveReport, isInHistory: boolean) => {
    if (isInHistory) visits.note(steps)
    else
      visits.queueRebuild(steps.map(({ asset, begun }) => ({ asset, from: begun.from, until: begun.from })))
    const { marks: lateMarks, plain } = noteLate(late)
    if (plain.length > 0 && parts.cacheMode === 'shared') visits.queueSearch(() => marksOfPlain(db, plain))
    if (marks.length + lateMarks.length > 0) await visits.mark([...marks, ...lateMarks])
  }
  const writing = createWritingGroups()
  const write = async (
    group: readonly ShiftedEvent[],
    now: number,
  ): Promise<('accepted' | 'duplicate')[]> => {
    const isNewer = isNewerAt(now)
    const rows = group.map(historyRow)
    const mayDiffer = group.some(({ repeatMayDiffer }) => repeatMayDiffer)
    const inserting = insertNew(db, 'locationHistory', rows, !mayDiffer)
    const delivering = delivery?.add(group.map(({ id }) => id))
    const positions = mayDiffer
      ? inserting.then((repeated) => positionsAsFirstStored(db, group, repeated))
      : Promise.resolve(group.map(positionOf))
    const report = emptyReport()
    const { current: moved } = report
    const moving = positions.then((found) => {
      const newer = found.filter(isNewer)
      if (newer.length < found.length) report.late.push(...found.filter((position) => !isNewer(position)))
      return move(newer, report)
    })
    const [history, places, feed] = await Promise.allSettled([inserting, moving, delivering])
    // Publishes even when another step fails: for the retry these places are already stored and nothing is published.
    if (moved.length > 0) bus.publish('asset.location', [...new Set(moved)].map(liveEvent))
    await recordVisits(report, history.status === 'fulfilled')
    // The history holds positions that may never reach their assets.
    if (places.status === 'rejected') visits.queueRebuild(marksOf(group))
    if (history.status === 'rejected') throw history.reason
    if (places.status === 'rejected') throw places.reason
    if (feed.status === 'rejected') throw feed.reason
    if (parts.silenceMinutes > 0)
      await markLate(
        db,
        report.late.map(({ asset, location: { time }, receivedAt }) => ({ asset, time, receivedAt })),
        now,
      )
    if (mayDiffer) await confirmInserted(db, 'locationHistory', rows, moved.length > 0)
    return group.map((_, index) => (history.value.has(index) ? 'duplicate' : 'accepted'))
  }
  return (received) => {
    const group = separateTimes(received)
    const now = clock.now()
    const late = group.filter((event) => isKnownLate(event, now) || writing.isOvertaken(event, now))
    return writing.during(group, async () => {
      await visits.markBeforeWrite(marksAhead(late.map(positionOf)))
      return write(group, now)
    })
  }
}

/**
 * Returns true if an event may move its asset. The known place is never newer than the stored one, so an older event
 * changes nothing.
 */
const isNewerAt =
  (now: number) =>
  ({ asset, location: { time }, untimed }: PositionUpdate): boolean =>
    !isKnownLate({ asset, time, untimed }, now)

/** Returns true if an event is late according to this process's cache. */
const isKnownLate = (
  { asset, time, untimed }: Pick<LocationEvent, 'asset' | 'time' | 'untimed'>,
  now: number,
): boolean => {
  const { location } = asset.place
  return location !== undefined && !isNewerThan({ time, untimed }, location.time.getTime(), now)
}

const marksOf = (group: readonly LocationEvent[]) =>
  group.map(({ asset, time }) => ({ asset: asset._id, from: time, until: time }))

const positionOf = (event: ShiftedEvent): PositionUpdate => toPositionUpdate(event, tagRoleOf(event))

const toPositionUpdate = (event: ShiftedEvent, tagRole: PositionUpdate['tagRole']): PositionUpdate => {
  const { asset, untimed, receivedAt } = event
  return { asset, tagRole, untimed, location: toStoredLocation(event, tagRole), receivedAt }
}

/** Optional members are set afterwards: spreading objects costs a hundred times as much, for every event. */
function historyRow(event: LocationEvent): LocationHistoryDoc {
  const { id, asset, time, receivedAt, provider, content } = event
  const { mapId, fullPath, x, y } = content
  const { _id, state } = asset
  const row: LocationHistoryDoc = {
    _id: id,
    asset: _id,
    time,
    receivedAt,
    provider,
    mapId,
    fullPath,
    x,
    y,
    state,
  }
  const tagRole = tagRoleOf(event)
  if (tagRole !== undefined) row.tagRole = tagRole
  return withOptional(row, content)
}

/** Adds the optional members that rows of history and positions share. */
function withOptional<P extends Pick<Position, OptionalMember>>(
  to: P,
  from: Pick<Position, OptionalMember>,
): P {
  const { hierarchyId, accuracy, precision, sighting } = from
  if (hierarchyId !== undefined) to.hierarchyId = hierarchyId
  if (accuracy !== undefined) to.accuracy = accuracy
  if (precision !== undefined) to.precision = precision
  if (sighting !== undefined) to.sighting = sighting
  return to
}

function toStoredLocation(
  { content, provider, time, timeShift }: ShiftedEvent,
  tagRole: PositionUpdate['tagRole'],
): StoredLocation {
  const { hierarchyId, imageSize, precision, accuracy } = content
  const location: StoredLocation = {
    mapId: content.mapId,
    fullPath: content.fullPath,
    xCenterPoint: content.x,
    yCenterPoint: content.y,
    time,
  }
  if (hierarchyId !== undefined) location.hierarchyId = hierarchyId
  if (imageSize !== undefined) location.imageSize = imageSize
  if (precision !== undefined) location.precision = precision
  if (accuracy !== undefined) location.accuracy = accuracy
  if (provider !== '') location.provider = provider
  if (timeShift !== undefined) location.timeShift = timeShift
  if (tagRole === 'primary') location.byPrimaryTag = true
  return location
}

/** Returns the positions of a group, repeated ones as they were first stored. */
async function positionsAsFirstStored(
  db: Database,
  group: readonly ShiftedEvent[],
  repeated: ReadonlySet<number>,
): Promise<PositionUpdate[]> {
  const ids = group.flatMap(({ id }, index) => (repeated.has(index) ? [id] : []))
  // driver: part of each write of events, a hot path
  const rows = ids.length > 0 ? await db.driver.locationHistory.find({ _id: { $in: ids } }).toArray() : []
  const byId = new Map(rows.map((row) => [row._id, row]))
  return group.flatMap((event, index) => {
    if (!repeated.has(index)) return [toPositionUpdate(event, tagRoleOf(event))]
    const row = byId.get(event.id)
    return row?.asset.equals(event.asset._id)
      ? [toPositionUpdate({ ...event, ...storedContent(event, row), untimed: false }, row.tagRole)]
      : []
  })
}

function storedContent(
  event: ShiftedEvent,
  row: LocationHistoryDoc,
): Pick<ShiftedEvent, 'content' | 'time' | 'timeShift' | 'provider'> {
  const { time, provider } = row
  const isSameMap = event.content.mapId === row.mapId
  const content = positionOfRow(row, isSameMap ? event.content.imageSize : undefined)
  const { timeShift } = event
  if (timeShift === undefined) return { content, time, provider }
  return { content, time, timeShift: timeShift + time.getTime() - event.time.getTime(), provider }
}

/** Returns the position of a row of history. @param imageSize size of the image of its map */
export function positionOfRow(row: LocationHistoryDoc, imageSize: string | undefined): Position {
  const { mapId, fullPath, x, y } = row
  const position: Position = { mapId, fullPath, x, y }
  if (imageSize !== undefined) position.imageSize = imageSize
  return withOptional(position, row)
}

const liveEvent = ({ asset, location }: PositionUpdate): LivePayloads['asset.location'] => ({
  AssetType: asset.AssetType,
  AssetId: asset.AssetId,
  CurrentLocation: toLocation(location),
})
