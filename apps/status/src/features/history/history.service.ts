import { type Actor, readAssetHistory, resolveHistoryAsset, type ServiceParts } from '@wardtrack/access'
import {
  type calls,
  type ResponseOf,
  STATE_FIELDS,
  type StateStretch,
  type StatusRow,
} from '@wardtrack/contracts'
import { type Database, type StatusHistoryDoc, type Types, timeCondition, trusted } from '@wardtrack/database'
import type { Handler } from '@wardtrack/service-kit'

/** Value of each shown state in one event, as an option code; null for a state that the event does not report. */
type ReportedState = Record<(typeof STATE_FIELDS)[number], string | null>

/** Reads the shown states from the fields of an event. */
function stateOf(fields: Readonly<Record<string, unknown>>): ReportedState {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const memberOf = (name: string, member: string): unknown =>
    (fields[name] as Record<string, unknown> | undefined)?.[member]
  return {
    WifiStrength: text(memberOf('WifiStrength', 'Strength')),
    DeviceStatus: text(fields['DeviceStatus']),
    BatteryLevel: text(memberOf('BatteryLevel', 'Level')),
    InfusionStatus: text(fields['InfusionStatus']),
  }
}

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

type HistoryService = {
  page: Handler<Actor, typeof calls.deviceStatusHistory>
  stretches: Handler<Actor, typeof calls.deviceStateStretches>
}

/** Creates the service that returns an asset's reported states, as single events and as stretches. */
export function createHistoryService({ db }: Pick<ServiceParts, 'db'>): HistoryService {
  return {
    page: async ({ body }, context) => {
      const reference = { assetId: body.deviceId, assetType: body.assetType }
      const request = { reference, page: body }
      const { rows, total } = await readAssetHistory(db, db.models.statusHistory, request, context)
      return { assets: rows.map(statusRow), maxAssets: total }
    },
    stretches: async ({ body: { createdAt, ...reference } }, context) => {
      const asset = await resolveHistoryAsset(db, reference, context)
      return readStateStretches(db, { asset, ...createdAt })
    },
  }
}

function statusRow({ time, provider, Fields }: StatusHistoryDoc): StatusRow {
  const state = stateOf(Fields)
  const volume = Fields['VolumeInfused']
  return {
    Time: time.toISOString(),
    'Wifi Strength': state.WifiStrength,
    'Connection Status': state.DeviceStatus,
    'Battery Level': state.BatteryLevel,
    'Infusion Status': state.InfusionStatus,
    ...(typeof volume === 'number' ? { VolumeInfused: volume } : {}),
    ...(provider === '' ? {} : { provider }),
  }
}
