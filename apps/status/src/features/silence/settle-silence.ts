import { SILENT, UNKNOWN_CONNECTION } from '@wardtrack/contracts'
import { type AssetDoc, type Database, trusted } from '@wardtrack/database'
import { type CachedAsset, toCachedAsset } from '@wardtrack/ingestion'
import { END_OF_TIME, type StretchSummarizer, stateValue } from '@wardtrack/summaries'
import type { StateEvent } from '../ingestion/ingestion.routes.ts'
import { type Silence, silencesBetween } from './silence-gaps.ts'

/** Writes states that no device sent. */
export type WriteStates = (events: readonly StateEvent[]) => Promise<unknown>
/** Parts that work on silences share. */
export type SilenceParts = { db: Database; write: WriteStates; stretches: Pick<StretchSummarizer, 'mark'> }

/** Maximum number of events whose times are read at a time; more would delay other requests. */
const MAX_EVENTS = 5_000

/** The event that begins or ends a silence. Its identity follows from its moment, so a repeat changes nothing. */
export function silenceEvent(
  asset: CachedAsset,
  silence: 'begin' | 'end',
  time: Date,
  DeviceStatus: string,
): StateEvent {
  return {
    id: `silence|${silence}|${asset._id.toHexString()}|${time.toISOString()}`,
    repeatMayDiffer: false,
    subjectKey: `asset:${asset.AssetType}:${asset.AssetId}`,
    asset,
    provider: '',
    time,
    untimed: false,
    receivedAt: new Date(),
    content: { fields: { DeviceStatus }, silence },
  }
}

const isDevice = trusted({ $exists: false })

/** Returns the time of the newest event of an asset up to a moment, from both histories; 0 without one. */
export async function newestEvent(db: Database, asset: AssetDoc['_id'], until?: Date): Promise<number> {
  const time = until ? { time: trusted({ $lte: until }) } : {}
  const [status, position] = await Promise.all([
    db.models.statusHistory
      .find({ asset, silence: isDevice, ...time })
      .select({ time: 1 })
      .sort({ time: -1 })
      .limit(1),
    db.models.locationHistory
      .find({ asset, ...time })
      .select({ time: 1 })
      .sort({ time: -1 })
      .limit(1),
  ])
  return Math.max(status[0]?.time.getTime() ?? 0, position[0]?.time.getTime() ?? 0)
}

/** Returns the connection that devices reported last up to a moment, and when. */
export async function connectionAt(
  db: Database,
  asset: AssetDoc['_id'],
  until: Date,
): Promise<{ value: string; time?: Date }> {
  const [row] = await db.models.statusHistory
    .find({
      asset,
      silence: isDevice,
      time: trusted({ $lte: until }),
      'Fields.DeviceStatus': trusted({ $exists: true }),
    })
    .sort({ time: -1 })
    .limit(1)
  const value = row && stateValue(row.Fields, 'DeviceStatus')
  return row && value !== undefined ? { value, time: row.time } : { value: UNKNOWN_CONNECTION }
}

/** A period of history, and the limit of its asset in milliseconds. */
type Period = { from: Date; until: Date; limit: number; now: number }

/**
 * Works out the silences around a period from history: rows that no longer hold are removed, and missing ones are
 * written. Stretches of removed rows are marked, so that they are rebuilt.
 */
export async function settleSilence(parts: SilenceParts, doc: AssetDoc, period: Period): Promise<void> {
  for (let from: Date | undefined = period.from; from; )
    from = await settlePiece(parts, doc, { ...period, from })
}

/** Settles the first events of a period. Returns the moment from which the rest begins, if any. */
async function settlePiece(
  { db, write, stretches }: SilenceParts,
  doc: AssetDoc,
  { from, until, limit, now }: Period,
): Promise<Date | undefined> {
  const asset = doc._id
  const { times, rest, isOpen } = await eventTimes(db, asset, { from, until })
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const end = isOpen ? Math.max(last, now) : last
  const stored = await db.models.statusHistory
    .find({
      asset,
      time: trusted({ $gt: new Date(first), $lte: new Date(end) }),
      silence: trusted({ $exists: true }),
    })
    .select({ time: 1 })
  const cached = toCachedAsset(doc, performance.now())
  const silences = silencesBetween(times, limit)
  const events = (await Promise.all(silences.map((silence) => eventsOf(db, cached, silence)))).flat()
  if (isOpen && last + limit <= now)
    events.push(silenceEvent(cached, 'begin', new Date(last + limit), SILENT))
  const ids = new Set(events.map(({ id }) => id))
  const wrong = stored.filter(({ _id }) => !ids.has(_id))
  const known = new Set(stored.map(({ _id }) => _id))
  if (wrong.length > 0) {
    await db.models.statusHistory.deleteMany({ _id: trusted({ $in: wrong.map(({ _id }) => _id) }) })
    // The rows are gone: only a mark without an end makes the rest be read again.
    await stretches.mark(wrong.map(({ time }) => ({ asset, from: time, until: END_OF_TIME })))
  }
  const missing = events.filter(({ id }) => !known.has(id))
  if (missing.length > 0) await write(missing)
  return rest
}

async function eventsOf(db: Database, asset: CachedAsset, { begin, end }: Silence): Promise<StateEvent[]> {
  const ended = new Date(end)
  const { value, time } = await connectionAt(db, asset._id, ended)
  const began = silenceEvent(asset, 'begin', new Date(begin), SILENT)
  // The event that ends the silence may say the connection itself.
  return time?.getTime() === end ? [began] : [began, silenceEvent(asset, 'end', ended, value)]
}

/** Times of events in order, the moment from which more have to be read, and whether no event follows. */
type EventTimes = { times: number[]; rest?: Date; isOpen: boolean }

/** Reads the times of the events of a period, of the last before it and of the first after it. */
async function eventTimes(
  db: Database,
  asset: AssetDoc['_id'],
  { from, until }: { from: Date; until: Date },
): Promise<EventTimes> {
  const before = await newestEvent(db, asset, new Date(from.getTime() - 1))
  const read = async (source: 'statusHistory' | 'locationHistory', time: object, most: number) => {
    const device = source === 'statusHistory' ? { silence: { $exists: false } } : {}
    // driver: a period may hold many rows, and only their times are read
    const rows = await db.driver[source]
      .find({ asset, time, ...device }, { projection: { time: 1 } })
      .sort({ time: 1 })
      .limit(most)
      .toArray()
    return rows.map((row) => row.time.getTime())
  }
  const within = { $gte: from, $lte: until }
  const inside = await Promise.all([
    read('statusHistory', within, MAX_EVENTS),
    read('locationHistory', within, MAX_EVENTS),
  ])
  const cuts = inside.flatMap((times) => (times.length === MAX_EVENTS ? [times.at(-1) ?? 0] : []))
  const rest = cuts.length > 0 ? Math.min(...cuts) : undefined
  const next =
    rest === undefined
      ? (
          await Promise.all([
            read('statusHistory', { $gt: until }, 1),
            read('locationHistory', { $gt: until }, 1),
          ])
        ).flat()
      : []
  const found = [...inside.flat().filter((time) => time <= (rest ?? time)), ...next]
  const times = [...new Set(before > 0 ? [before, ...found] : found)].sort((a, b) => a - b)
  // The earlier one of two later events ends the last gap.
  if (next.length === 2 && next[0] !== next[1]) times.pop()
  // A millisecond with more events than are read does not stop the work.
  const restFrom = rest === undefined ? undefined : new Date(Math.max(rest, from.getTime() + 1))
  return { times, isOpen: rest === undefined && next.length === 0, ...(restFrom ? { rest: restFrom } : {}) }
}
