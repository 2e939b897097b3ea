import { type Database, type DeviceAlarmDoc, pathText, trusted } from '@wardtrack/database'
import { insertNew } from '@wardtrack/ingestion'
import { alarmOf, reportsCondition, stateValue } from '@wardtrack/summaries'
import type { StateEvent } from './field-changes.ts'

/** An event with where its asset is and how full its battery, where people are told of it. */
export function withCircumstances(event: StateEvent): StateEvent {
  const { asset, content } = event
  if (!content.alarm && !reportsCondition(content.fields)) return event
  const { location } = asset.place
  const battery = stateValue(content.fields, 'BatteryLevel') ?? asset.state.BatteryLevel
  const circumstances = {
    Location: location ? pathText(location.fullPath) : '',
    Battery: battery ?? '',
  }
  return { ...event, content: { ...content, circumstances } }
}

/** Stores the alarms that events carry, durably, unless they are stored already. @param repeated indexes of known events */
export async function storeAlarms(
  db: Database,
  group: readonly StateEvent[],
  repeated: ReadonlySet<number> = new Set(),
): Promise<void> {
  const alarms = group.flatMap((event, index) => (repeated.has(index) ? [] : alarmsOfEvent(event)))
  const ids = group.flatMap(({ id }, index) => (repeated.has(index) ? [id] : []))
  // What comes again under an id of its own may say something else: what was stored first counts.
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
