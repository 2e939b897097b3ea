import {
  type Database,
  type DeviceAlarmDoc,
  type EncryptionRules,
  pathText,
  trusted,
} from '@wardtrack/database'
import { insertNew } from '@wardtrack/ingestion'
import { isEncryptedState, reportsCondition, stateValue } from '@wardtrack/summaries'
import type { StateEvent } from './field-changes.ts'

/** An event with where its asset is and how full its battery, where people are told of it. */
export function withCircumstances(event: StateEvent, rules: EncryptionRules): StateEvent {
  const { asset, content } = event
  if (!content.alarm && !reportsCondition(content.fields)) return event
  const { location } = asset.place
  const battery = stateValue(content.fields, 'BatteryLevel') ?? asset.state.BatteryLevel
  const isHidden = isEncryptedState(rules, asset.AssetType, 'BatteryLevel')
  const circumstances = {
    Location: location ? pathText(location.fullPath) : '',
    Battery: isHidden ? '' : (battery ?? ''),
  }
  return { ...event, content: { ...content, circumstances } }
}

/** Stores the alarms that events carry, durably, unless they are stored already. @param repeated indexes of known events */
export async function storeAlarms(
  db: Database,
  group: readonly StateEvent[],
  repeated: ReadonlySet<number> = new Set(),
): Promise<void> {
  const alarms = group.flatMap((event, index) => (repeated.has(index) ? [] : alarmOf(event)))
  const ids = group.flatMap(({ id }, index) => (repeated.has(index) ? [id] : []))
  // What comes again under an id of its own may say something else: what was stored first counts.
  const rows = ids.length > 0 ? await db.models.statusHistory.find({ _id: trusted({ $in: ids }) }) : []
  const events = new Map(group.map((event) => [event.id, event]))
  for (const { _id, asset, time, alarm, circumstances } of rows) {
    const event = events.get(_id)
    if (!alarm || !event?.asset._id.equals(asset)) continue
    const content = { fields: {}, alarm, ...(circumstances ? { circumstances } : {}) }
    alarms.push(...alarmOf({ ...event, time, content }))
  }
  if (alarms.length > 0) await insertNew(db, 'deviceAlarms', alarms)
}

function alarmOf({ id, asset, time, content }: StateEvent): DeviceAlarmDoc[] {
  const { alarm, circumstances = { Location: '', Battery: '' } } = content
  if (!alarm) return []
  return [{ _id: id, asset: asset._id, AssetType: asset.AssetType, time, ...alarm, ...circumstances }]
}
