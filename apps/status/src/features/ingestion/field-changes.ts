import {
  type CachedAsset,
  type EventTime,
  type IngestEvent,
  isNewerThan,
  olderThan,
  withSilenceTime,
} from '@wardtrack/ingestion'
import type { DeviceState } from './read-state.ts'

/** A device state to be written. */
export type StateEvent = IngestEvent<DeviceState>

export type TimedValue = EventTime & { value: unknown }
/** The newest values of one asset in a group, by metadata name. */
export type FieldChanges = { asset: CachedAsset; fields: Map<string, TimedValue> }

/** Returns true if a field value is newer than the asset's known value. */
export const isNewerState = (asset: CachedAsset, name: string, time: EventTime, now: number): boolean =>
  isNewerThan(time, asset.fieldTimes[name] ?? Number.NEGATIVE_INFINITY, now)

/** Returns the write of fields, on condition that each is newer than the stored value. */
export function toStoreUpdate(asset: CachedAsset, fields: Iterable<[string, TimedValue]>, now: number) {
  const q: Record<string, unknown> = { _id: asset._id }
  const $set: Record<string, unknown> = {}
  for (const [name, change] of fields) {
    q[`FieldTimes.${name}`] = olderThan(change, now)
    $set[`Fields.${name}`] = change.value
    $set[`FieldTimes.${name}`] = change.time
  }
  return withSilenceTime({ q, u: { $set } }, asset, now)
}

/** Records the times of the values that became current. It drops values that another group has since replaced. */
export function commitChange({ asset, fields }: FieldChanges, now: number): FieldChanges[] {
  asset.isTimed = true
  const newer = [...fields].filter(([name, time]) => isNewerState(asset, name, time, now))
  for (const [name, { time }] of newer) asset.fieldTimes[name] = time.getTime()
  return newer.length > 0 ? [{ asset, fields: new Map(newer) }] : []
}
