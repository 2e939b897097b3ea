// The current visits and states of a bench's assets. Without them, the product assumes a crash and rebuilds an
// asset's summaries from history. A bench has no history, and the rebuild would disturb the measurement.

/** Value of each state in a stretch, for the fields that an asset of the bench may have. */
const VALUES_OF = {
  WifiStrength: ({ WifiStrength }) => WifiStrength?.Strength,
  BatteryLevel: ({ BatteryLevel }) => BatteryLevel?.Level,
  DeviceStatus: ({ DeviceStatus }) => DeviceStatus,
}

/** Adds the beginnings of its current visit and states to an asset. */
export const withSummaries = (asset) => ({
  ...asset,
  CurrentLocation: { ...asset.CurrentLocation, since: asset.CurrentLocation.time },
  Stretches: Object.fromEntries(
    Object.entries(VALUES_OF).flatMap(([field, valueOf]) => {
      const value = valueOf(asset.Fields)
      return value === undefined ? [] : [[field, { value, from: asset.FieldTimes[field] }]]
    }),
  ),
})

/** Creates the current visits of the assets' places. */
export const lastingVisits = (assets, summaryId) =>
  assets.map(({ _id: asset, AssetType, CurrentLocation: { mapId, hierarchyId, fullPath, since } }) => ({
    _id: summaryId(since, asset.toHexString()),
    asset,
    AssetType,
    mapId,
    hierarchyId,
    fullPath,
    from: since,
    to: null,
    previous: { fullPath, mapId, hierarchyId, lastSeenAt: since },
  }))

/** Creates the current stretches of the assets. */
export const lastingStretches = (assets, summaryId) =>
  assets.flatMap((asset) =>
    Object.entries(asset.Stretches).map(([field, { value, from }]) =>
      stretchOf(asset, { field, value, from, to: null }, summaryId),
    ),
  )

/** Creates a stretch of an asset as it is stored. */
export const stretchOf = ({ _id: asset, AssetType }, { field, ...members }, summaryId) => ({
  _id: summaryId(members.from, asset.toHexString(), field),
  asset,
  AssetType,
  field,
  ...members,
})
