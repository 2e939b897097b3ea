import { type ResponseOf, STATE_FIELDS, type StateStretch } from '@wardtrack/contracts'
import { type Database, type StatusHistoryDoc, type Types, timeCondition, trusted } from '@wardtrack/database'
import { stateOf } from './state-of.ts'

/** Maximum number of events of a period that one answer reads. */
const MAX_EVENTS = 3_000
/**
 * Events before the period that are searched for its initial state. Several are needed, since an event may lack
 * members.
 */
const EVENTS_BEFORE = 100

type StateEvent = Pick<StatusHistoryDoc, '_id' | 'time' | 'receivedAt' | 'Fields'>
type Period = {
  readonly asset: Types.ObjectId
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

/**
 * Returns how long an asset had each value of each shown state, newest first. A value lasts until another is
 * reported. The last value before the period starts the period, unless the period lies in the future.
 */
export async function readStateStretches(
  db: Database,
  period: Period,
  mostEvents: number = MAX_EVENTS,
): Promise<ResponseOf<'deviceStateStretches'>> {
  const newest = await findEvents(db, period, mostEvents + 1)
  const isWhole = newest.length <= mostEvents
  const events = isWhole ? newest : newest.slice(0, mostEvents)
  const start = isWhole ? period.startDate : events.at(-1)?.time
  const begin = start === undefined ? undefined : new Date(start).toISOString()
  const hasBegun = begin !== undefined && Date.parse(begin) <= Date.now()
  const before = hasBegun ? await findEvents(db, { asset: period.asset, endDate: begin }, EVENTS_BEFORE) : []
  const stretches = STATE_FIELDS.flatMap((field) =>
    stretchesOf(field, inOrder([...events, ...before]), begin),
  )
  return {
    stretches: stretches.sort((a, b) => Date.parse(b.since) - Date.parse(a.since)),
    readFrom: isWhole ? null : (begin ?? null),
  }
}

const findEvents = ({ models }: Database, { asset, startDate, endDate }: Period, most: number) => {
  const time = timeCondition({ startDate, endDate })
  return models.statusHistory
    .find<StateEvent>({ asset, ...(time ? { time: trusted(time) } : {}) })
    .select({ time: 1, receivedAt: 1, Fields: 1 })
    .sort({ time: -1 })
    .limit(most)
}

/**
 * Sorts events oldest first. At equal times, the event received first sorts last and so
 * determines the state, as it does for the current state.
 */
const inOrder = (events: readonly StateEvent[]): StateEvent[] =>
  events.toSorted(
    (a, b) =>
      a.time.getTime() - b.time.getTime() ||
      b.receivedAt.getTime() - a.receivedAt.getTime() ||
      (a._id < b._id ? 1 : -1),
  )

function stretchesOf(
  field: StateStretch['field'],
  events: readonly StateEvent[],
  begin: string | undefined,
): StateStretch[] {
  const stretches: StateStretch[] = []
  for (const { time, Fields } of events) {
    const value = stateOf(Fields)[field]
    const open = stretches.at(-1)
    if (value === null || value === open?.value) continue
    const reported = time.toISOString()
    const since = begin !== undefined && reported < begin ? begin : reported
    if (open) open.until = since
    // A stretch without duration was corrected within its moment, or ended before the period.
    if (open?.since === since) stretches.pop()
    const previous = stretches.at(-1)
    if (previous?.value === value) previous.until = null
    else stretches.push({ field, value, since, until: null })
  }
  return stretches
}
