import type { ServiceParts } from '@wardtrack/access'
import { type LivePayloads, STATE_FIELDS } from '@wardtrack/contracts'
import { type Database, type DeviceAlarmDoc, type StatusHistoryDoc, trusted } from '@wardtrack/database'
import { confirmInserted, insertNew, markLate, updateEach } from '@wardtrack/ingestion'
import type { FeedDelivery } from '@wardtrack/outbound'
import type { RuleEvaluation } from '@wardtrack/rules'
import {
  alarmOf,
  createWritingGroups,
  readCircumstances,
  reportsCondition,
  type StretchSummarizer,
  stateValue,
} from '@wardtrack/summaries'
import { type FieldChanges, isNewerState, type StateEvent, toStoreUpdate } from './field-changes.ts'
import {
  type AssetEvents,
  commitWrites,
  groupByAsset,
  MAX_CONFLICTS,
  partitionWritten,
  type StateWrite,
} from './stored-states.ts'
import {
  commitStretches,
  marksAhead,
  noteStretches,
  type StateReport,
  withStretches,
} from './stretch-notes.ts'
import { partitionWatched, writeWatched } from './watched-states.ts'

/** Adds the asset's location and battery level at that time to events that notify people. */
async function withCircumstances(
  db: Database,
  events: readonly StateEvent[],
): Promise<readonly StateEvent[]> {
  const isReported = ({ content }: StateEvent): boolean =>
    content.alarm !== undefined || reportsCondition(content.fields)
  const reported = events.filter(isReported)
  if (reported.length === 0) return events
  const moments = reported.map(({ asset: { _id: asset }, time }) => ({ asset, time }))
  const found = (await readCircumstances(db, moments)).values()
  return events.map((event) => {
    if (!isReported(event)) return event
    const { Location = '', Battery = '' } = found.next().value ?? {}
    const circumstances = {
      Location,
      Battery: stateValue(event.content.fields, 'BatteryLevel') ?? Battery,
    }
    return { ...event, content: { ...event.content, circumstances } }
  })
}

/** Stores the alarms of events durably, unless they are stored already. @param repeated indexes of known events */
async function storeAlarms(
  db: Database,
  group: readonly StateEvent[],
  repeated: ReadonlySet<number> = new Set(),
): Promise<void> {
  const alarms = group.flatMap((event, index) => (repeated.has(index) ? [] : alarmsOfEvent(event)))
  const ids = group.flatMap(({ id }, index) => (repeated.has(index) ? [id] : []))
  // A repeat under the same event id may have other content; the version stored first is used.
  const rows = ids.length > 0 ? await db.models.statusHistory.find({ _id: trusted({ $in: ids }) }) : []
  const assets = new Map(group.map(({ id, asset }) => [id, asset]))
  for (const row of rows) {
    const asset = assets.get(row._id)
    if (asset?._id.equals(row.asset)) alarms.push(...alarmOf(asset, row))
  }
  if (alarms.length > 0) await insertNew(db, 'deviceAlarms', alarms)
}

const alarmsOfEvent = ({ id, asset, time, content }: StateEvent): DeviceAlarmDoc[] =>
  alarmOf(asset, { _id: id, time, ...content })

/**
 * Writes a group of device states in repeatable steps. The steps are the history row with the event's identity as
 * `_id`, each field that is newer than the stored value, and the live event. After a crash, the sender's retry
 * completes the group, because repeated events write fields too.
 *
 * Deliveries are queued beside these steps, for repeated events too. Stretches are noted once the history is stored,
 * because late states are resolved from history. Late events are marked before they are stored, so a crash leaves
 * no unmarked row. They are marked again before the request is acknowledged.
 *
 * The first two steps go to the store together and share one flush to disk. This is safe because a repeat has the
 * time of the first event and changes nothing. An `eventId` may repeat with another time or state, and a time may
 * repeat with another state. Then the history insert must first report which events are new. It reports before its
 * rows are flushed; the write of the states flushes them.
 */
export function createStateWriter(
  parts: Pick<ServiceParts, 'db' | 'bus' | 'clock' | 'silenceMinutes'>,
  delivery: Pick<FeedDelivery, 'add'>,
  evaluation: RuleEvaluation,
  stretches: Pick<StretchSummarizer, 'note' | 'mark' | 'markBeforeWrite' | 'queueRebuild'>,
): (events: readonly StateEvent[]) => Promise<('accepted' | 'duplicate')[]> {
  const { db, bus, clock } = parts
  const noteStretchesOf = async ({ steps, marks }: StateReport, isInHistory: boolean) => {
    if (isInHistory) stretches.note(steps)
    else
      stretches.queueRebuild(
        steps.map(({ asset, begun }) => ({ asset, from: begun.from, until: begun.from })),
      )
    if (marks.length > 0) await stretches.mark(marks)
  }
  const writing = createWritingGroups()
  const write = async (group: readonly StateEvent[], now: number): Promise<('accepted' | 'duplicate')[]> => {
    const rows = group.map(historyRow)
    // The writes below change what an event is compared with.
    const outrun = parts.silenceMinutes > 0 ? group.filter(isOutrun) : []
    const first = firstOfEach(group)
    const mayDiffer = group.some((event) => mayRepeatDiffer(event, now)) || writing.isRepeated(group)
    const inserting = insertNew(db, 'statusHistory', rows, !mayDiffer)
    const delivering = delivery.add(group.map(({ id }) => id))
    const changing = mayDiffer
      ? inserting.then((repeated) => eventsAsFirstStored(db, group, repeated))
      : Promise.resolve(first)
    const report: StateReport = { current: [], steps: [], marks: [] }
    const { current } = report
    const [history, states, feed, alarms] = await Promise.allSettled([
      inserting,
      changing.then((found) => writeStates({ db, evaluation, now }, found, report)),
      delivering,
      mayDiffer ? inserting.then((repeated) => storeAlarms(db, group, repeated)) : storeAlarms(db, first),
    ])
    // Publishes even when another step fails: for a repeat these states are already stored and nothing is published.
    if (current.length > 0) bus.publish('asset.status', current.map(liveEvent))
    await noteStretchesOf(report, history.status === 'fulfilled')
    // The history holds events that may never reach their assets.
    if (states.status === 'rejected') stretches.queueRebuild(marksOf(group))
    if (states.status === 'rejected') throw states.reason
    if (history.status === 'rejected') throw history.reason
    if (feed.status === 'rejected') throw feed.reason
    if (alarms.status === 'rejected') throw alarms.reason
    if (outrun.length > 0) await markLate(db, outrun, now)
    if (mayDiffer) await confirmInserted(db, 'statusHistory', rows, current.length > 0)
    return group.map((_, index) => (history.value.has(index) ? 'duplicate' : 'accepted'))
  }
  return async (events) => {
    const now = clock.now()
    const group = await withCircumstances(db, events)
    const ahead = marksAhead(group, now, writing)
    return writing.during(group, async () => {
      await stretches.markBeforeWrite(ahead)
      return write(group, now)
    })
  }
}

/** Returns events whose identity does not occur before in their group: a repeat changes nothing. */
function firstOfEach(group: readonly StateEvent[]): readonly StateEvent[] {
  const ids = new Set(group.map(({ id }) => id))
  return ids.size === group.length ? group : group.filter(({ id }) => ids.delete(id))
}

/**
 * Returns true if an event may repeat an identity with another content. An identity with a time may repeat with other
 * fields: the asset already has a state of that time, and the event reports another, newer one.
 */
const mayRepeatDiffer = (
  { asset, time, untimed, content, repeatMayDiffer }: StateEvent,
  now: number,
): boolean =>
  repeatMayDiffer ||
  (Object.values(asset.fieldTimes).includes(time.getTime()) &&
    Object.keys(content.fields).some((name) => isNewerState(asset, name, { time, untimed }, now)))

/** Returns true if a device's event is not newer than the asset's newest event as known to this process. */
const isOutrun = ({ asset, time, content }: StateEvent): boolean =>
  content.silence === undefined &&
  time.getTime() <=
    Math.max(
      asset.place.location?.time.getTime() ?? 0,
      ...STATE_FIELDS.map((field) => asset.fieldTimes[field] ?? 0),
    )

const marksOf = (group: readonly StateEvent[]) =>
  group.map(({ asset, time }) => ({ asset: asset._id, from: time, until: time }))

function historyRow(event: StateEvent): StatusHistoryDoc {
  const { id, asset, time, receivedAt, provider, content } = event
  const { fields: Fields, circumstances, alarm } = content
  const row: StatusHistoryDoc = { _id: id, asset: asset._id, time, receivedAt, provider, Fields }
  if (circumstances) row.circumstances = circumstances
  if (alarm) row.alarm = alarm
  if (content.silence) row.silence = content.silence
  return row
}

/** Returns the events of a group, repeated ones as they were first stored. */
async function eventsAsFirstStored(
  db: Database,
  group: readonly StateEvent[],
  repeated: ReadonlySet<number>,
): Promise<StateEvent[]> {
  const ids = group.flatMap(({ id }, index) => (repeated.has(index) ? [id] : []))
  // driver: part of each write of events, a hot path
  const rows = ids.length > 0 ? await db.driver.statusHistory.find({ _id: { $in: ids } }).toArray() : []
  const byId = new Map(rows.map((row) => [row._id, row]))
  return group.flatMap((event, index) => {
    if (!repeated.has(index)) return [event]
    const row = byId.get(event.id)
    return row?.asset.equals(event.asset._id)
      ? [{ ...event, time: row.time, untimed: false, content: contentOf(row) }]
      : []
  })
}

const contentOf = ({ Fields, circumstances }: StatusHistoryDoc): StateEvent['content'] => ({
  fields: Fields,
  ...(circumstances ? { circumstances } : {}),
})

function changeOf({ asset, events }: AssetEvents, now: number): FieldChanges {
  const fields: FieldChanges['fields'] = new Map()
  for (const { content, time, untimed } of events)
    for (const [name, value] of Object.entries(content.fields)) {
      const known = fields.get(name)
      if (isNewerState(asset, name, { time, untimed }, now) && !(known && known.time >= time))
        fields.set(name, { value, time, untimed })
    }
  return { asset, fields }
}

/** Writes states; those that rules evaluate are written separately. @param report receives the results */
async function writeStates(
  { db, evaluation, now }: { db: Database; evaluation: RuleEvaluation; now: number },
  events: readonly StateEvent[],
  report: StateReport,
): Promise<void> {
  const rules = await evaluation.rules.read()
  const { watched, unwatched } = rules ? partitionWatched(events, rules) : { watched: [], unwatched: events }
  const writing = writeChanges(db, unwatched, now, report)
  const evaluating =
    rules && watched.length > 0
      ? writeWatched({ db, evaluation, now }, rules, watched, report)
      : Promise.resolve()
  for (const result of await Promise.allSettled([writing, evaluating]))
    if (result.status === 'rejected') throw result.reason
}

/**
 * Writes the newer values, on condition that the asset matches this process's cache. An asset that another writer
 * changed is read and written again; other assets are unaffected.
 */
async function writeChanges(
  db: Database,
  events: readonly StateEvent[],
  now: number,
  report: StateReport,
): Promise<void> {
  const rules = await db.sealing.rules()
  let remaining = groupByAsset(events)
  for (let conflicts = 0; remaining.length > 0; conflicts += 1) {
    if (conflicts === MAX_CONFLICTS) throw new Error('states of assets change too fast to be written')
    const writes = remaining.flatMap((assetEvents): StateWrite[] => {
      const change = changeOf(assetEvents, now)
      const notes = noteStretches(assetEvents.asset, assetEvents.events, { now, rules })
      if (change.fields.size > 0) return [{ assetEvents, change, notes }]
      commitStretches(notes, report)
      return []
    })
    const found = await updateEach(
      db,
      'assets',
      writes.map(({ change, notes }) =>
        withStretches(toStoreUpdate(change.asset, change.fields, now), notes),
      ),
    )
    if (found === writes.length) {
      commitWrites(writes, now, report)
      return
    }
    const { written, unwritten } = await partitionWritten(db, writes)
    commitWrites(written, now, report)
    remaining = unwritten.map(({ assetEvents }) => assetEvents)
  }
}

function liveEvent({ asset, fields }: FieldChanges): LivePayloads['asset.status'] {
  const entries = [...fields]
  return {
    AssetType: asset.AssetType,
    AssetId: asset.AssetId,
    Fields: Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
    FieldTimes: Object.fromEntries(entries.map(([name, { time }]) => [name, time.toISOString()])),
  }
}
