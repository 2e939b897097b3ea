import type { Asset } from '@wardtrack/contracts'

/** Fields whose times tell when a device last reported its state. */
const STATE_FIELDS = [
  'WifiStrength',
  'BatteryLevel',
  'DeviceStatus',
  'InfusionStatus',
  'VolumeInfused',
] as const

/** Returns the time when the device last reported its state; undefined if it never did. */
export function statusTime(asset: Asset): string | undefined {
  let latest: string | undefined
  for (const name of STATE_FIELDS) {
    const time = asset.FieldTimes[name]
    if (time && (latest === undefined || Date.parse(time) > Date.parse(latest))) latest = time
  }
  return latest
}

/** True if an asset has states: devices always do, a person only if a tag reports them. */
export const reportsStates = (asset: Asset): boolean =>
  asset.AssetType === 'Equipment' || statusTime(asset) !== undefined

/** Returns the name of an asset, else its id. */
export const assetName = (asset: Pick<Asset, 'AssetId' | 'Fields'>): string =>
  asset.Fields.AssetName || asset.AssetId

/** Formats the category's alias and the serial number in one line. */
export function subtitleOf(
  asset: Asset,
  categoryAlias: (stored: string) => string,
): { category: string; serial: string } {
  const { PrimaryCategory, SerialNo, Status } = asset.Fields
  return {
    category: PrimaryCategory ? categoryAlias(PrimaryCategory) : (Status ?? ''),
    serial: SerialNo ?? asset.AssetId,
  }
}
