// The visits and states that last, beside the assets of a bench. The product takes an asset without them for one that a crash
// left behind, and works its summaries out from history, of which a bench has none: that would be work beside what is measured.

/** What each state is called in a stretch, of the fields that an asset of the bench may have. */
const VALUES_OF = {
  WifiStrength: ({ WifiStrength }) => WifiStrength?.Strength,
  BatteryLevel: ({ BatteryLevel }) => BatteryLevel?.Level,
  DeviceStatus: ({ DeviceStatus }) => DeviceStatus,
}

/** The asset with what it says of its summaries: since when it is where it is, and since when it is in each of its states. */
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

/** The visits that the assets' places name as those that last. */
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

/** The stretches that the assets name as those that last. */
export const lastingStretches = (assets, summaryId) =>
  assets.flatMap((asset) =>
    Object.entries(asset.Stretches).map(([field, { value, from }]) =>
      stretchOf(asset, { field, value, from, to: null }, summaryId),
    ),
  )

/** A stretch of an asset as it is stored. */
export const stretchOf = ({ _id: asset, AssetType }, { field, ...members }, summaryId) => ({
  _id: summaryId(members.from, asset.toHexString(), field),
  asset,
  AssetType,
  field,
  ...members,
})
