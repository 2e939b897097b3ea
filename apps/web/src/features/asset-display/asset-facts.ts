import type { Asset } from '@wardtrack/contracts'

/** Fields whose times say when a device last reported its state. */
const STATE_FIELDS = [
  'WifiStrength',
  'BatteryLevel',
  'DeviceStatus',
  'InfusionStatus',
  'VolumeInfused',
] as const

/** When the device last reported its state; undefined when it never did. */
export function statusTime(asset: Asset): string | undefined {
  let latest: string | undefined
  for (const name of STATE_FIELDS) {
    const time = asset.FieldTimes[name]
    if (time && (latest === undefined || Date.parse(time) > Date.parse(latest))) latest = time
  }
  return latest
}

/** Whether an asset has states: devices do, a person only when a tag reports them. */
export const reportsStates = (asset: Asset): boolean =>
  asset.AssetType === 'Equipment' || statusTime(asset) !== undefined

/** What an asset is called: its name, else its id. */
export const assetName = (asset: Pick<Asset, 'AssetId' | 'Fields'>): string =>
  asset.Fields.AssetName || asset.AssetId

/** Category and serial number on one quiet line, with the category's alias. */
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
