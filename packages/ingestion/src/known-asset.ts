import type { AssetDoc, StateThen, Types } from '@wardtrack/database'

/** What ingestion remembers of an asset between events, so that an event costs no read. */
export type KnownAsset = {
  readonly _id: Types.ObjectId
  readonly AssetType: string
  readonly AssetId: string
  /** time of its current place in milliseconds, as far as this process knows: never later than the store's */
  placeTime: number
  /** times of its status fields likewise */
  fieldTimes: Record<string, number>
  /** its state as option codes, for history rows */
  state: StateThen
  /** set when something about it changed: it is read anew */
  forgotten: boolean
  /** when the store was last asked */
  readAt: number
}

/** Members of an asset that {@link knownAsset} reads. */
export const KNOWN_MEMBERS = {
  AssetType: 1,
  AssetId: 1,
  TagKeys: 1,
  'CurrentLocation.time': 1,
  FieldTimes: 1,
  'Fields.WifiStrength': 1,
  'Fields.BatteryLevel': 1,
  'Fields.DeviceStatus': 1,
  'Fields.InfusionStatus': 1,
  'Fields.VolumeInfused': 1,
} as const

/** An asset as it was read just now. */
export function knownAsset(doc: AssetDoc, readAt: number): KnownAsset {
  return {
    _id: doc._id,
    AssetType: doc.AssetType,
    AssetId: doc.AssetId,
    placeTime: doc.CurrentLocation?.time?.getTime() ?? Number.NEGATIVE_INFINITY,
    fieldTimes: Object.fromEntries(
      Object.entries(doc.FieldTimes ?? {}).map(([name, time]) => [name, time.getTime()]),
    ),
    state: stateOf(doc.Fields ?? {}),
    forgotten: false,
    readAt,
  }
}

/** Brings what is remembered up to what was read just now. What this process wrote meanwhile stays. */
export function renewAsset(known: KnownAsset, read: KnownAsset): void {
  known.readAt = read.readAt
  known.placeTime = Math.max(known.placeTime, read.placeTime)
  const outrun = Object.entries(known.fieldTimes).some(([name, time]) => time > (read.fieldTimes[name] ?? 0))
  if (outrun) return
  known.fieldTimes = read.fieldTimes
  known.state = read.state
}

/** The state columns of an asset's fields. */
export function stateOf(fields: Record<string, unknown>): StateThen {
  const wifi = (fields['WifiStrength'] as { Strength?: unknown } | undefined)?.Strength
  const battery = (fields['BatteryLevel'] as { Level?: unknown } | undefined)?.Level
  const { DeviceStatus: device, InfusionStatus: infusion, VolumeInfused: volume } = fields
  return {
    ...(typeof wifi === 'string' ? { WifiStrength: wifi } : {}),
    ...(typeof battery === 'string' ? { BatteryLevel: battery } : {}),
    ...(typeof device === 'string' ? { DeviceStatus: device } : {}),
    ...(typeof infusion === 'string' ? { InfusionStatus: infusion } : {}),
    ...(typeof volume === 'number' ? { VolumeInfused: volume } : {}),
  }
}
