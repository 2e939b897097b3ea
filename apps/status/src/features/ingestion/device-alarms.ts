import { type Database, type DeviceAlarmDoc, trusted } from '@wardtrack/database'
import { insertNew } from '@wardtrack/ingestion'
import { alarmOf, readCircumstances, reportsCondition, stateValue } from '@wardtrack/summaries'
import type { StateEvent } from './field-changes.ts'

/** Adds the asset's location and battery level at that time to events that notify people. */
export async function withCircumstances(
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
export async function storeAlarms(
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
