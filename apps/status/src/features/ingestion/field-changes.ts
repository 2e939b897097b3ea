import {
  type CachedAsset,
  type EventTime,
  type IngestEvent,
  isNewerThan,
  olderThan,
} from '@wardtrack/ingestion'
import type { DeviceState } from './read-state.ts'

/** A device state as it is written. */
export type StateEvent = IngestEvent<DeviceState>

export type TimedValue = EventTime & { value: unknown }
/** The newest values of one asset in a group, by metadata name. */
export type FieldChanges = { asset: CachedAsset; fields: Map<string, TimedValue> }

/** Whether a value of a field is newer than what the asset is known to have. */
export const isNewerState = (asset: CachedAsset, name: string, time: EventTime, now: number): boolean =>
  isNewerThan(time, asset.fieldTimes[name] ?? Number.NEGATIVE_INFINITY, now)

/** The write of fields, on condition that each of them is newer than what is stored. */
export function toStoreUpdate(asset: CachedAsset, fields: Iterable<[string, TimedValue]>, now: number) {
  const q: Record<string, unknown> = { _id: asset._id }
  const $set: Record<string, unknown> = {}
  for (const [name, change] of fields) {
    q[`FieldTimes.${name}`] = olderThan(change, now)
    $set[`Fields.${name}`] = change.value
    $set[`FieldTimes.${name}`] = change.time
  }
  return { q, u: { $set } }
}

/** Notes the times of what became current. What another group outran meanwhile is not told any more. */
export function commitChange({ asset, fields }: FieldChanges, now: number): FieldChanges[] {
  const newer = [...fields].filter(([name, time]) => isNewerState(asset, name, time, now))
  for (const [name, { time }] of newer) asset.fieldTimes[name] = time.getTime()
  return newer.length > 0 ? [{ asset, fields: new Map(newer) }] : []
}
