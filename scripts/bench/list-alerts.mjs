import { FIRST_CREATED, places } from './list-hospital.mjs'

/** Number of assets for each one that has raised an alert. */
const ASSETS_OF_AN_ALERT = 10

/** Creates the geofences of the made-up hospital, five on each map, for any number of assets. */
export function fences(make) {
  const made = new Date(FIRST_CREATED)
  return places().maps.flatMap((MapId) =>
    ['Exit', 'Store', 'Clean room', 'Workshop', 'Loading bay'].map((what, n) => ({
      _id: make.id(),
      Name: `${what} of ${MapId}`,
      nameKey: `fence:${what.toLowerCase()} of ${MapId}`,
      Type: n === 2 ? 'Clean' : 'Restricted',
      AssetTypes: ['Equipment'],
      MapId,
      Coordinates: { x: n * 100, y: 0, w: 80, h: 80 },
      EntryTrigger: true,
      EntryTriggerWaitTime: 0,
      ExitTrigger: false,
      ExitTriggerWaitTime: 0,
      Enabled: true,
      activeFrom: made,
      __v: 0,
      createdAt: made,
      updatedAt: made,
    })),
  )
}

/** Creates the alerts that some of the assets have raised, each in one of the geofences. */
export function alertsOf(assets, fenceDocs, make) {
  return assets.flatMap((asset, n) =>
    n % ASSETS_OF_AN_ALERT === 0 ? [alertOf(asset, fenceDocs[n % fenceDocs.length], make)] : [],
  )
}

function alertOf({ _id, AssetType, AssetId, Fields, CurrentLocation, createdAt }, fence, make) {
  const { mapId, fullPath, xCenterPoint, yCenterPoint } = CurrentLocation
  const { AssetName, SerialNo, PrimaryCategory } = Fields
  const { nameKey: _key, activeFrom: _from, ...fenceAtAlert } = fence
  const details = { AssetName, ...(SerialNo ? { SerialNo, PrimaryCategory } : {}), Clinicians: [] }
  const text = make.alertText({ AssetId, fence, then: details, location: { fullPath } })
  const at = createdAt.toISOString()
  return {
    _id: `alert-${AssetId}`,
    kind: 'Entry',
    status: 'open',
    unresolved: true,
    asset: _id,
    AssetType,
    AssetId,
    ofPatient: AssetType === 'Patient',
    fence: { ...fenceAtAlert, _id: fence._id.toHexString(), createdAt: at, updatedAt: at },
    location: { mapId, fullPath, xCenterPoint, yCenterPoint },
    then: details,
    SearchText: text,
    SearchGrams: make.alertGrams(text),
    eventTime: createdAt,
    createdAt,
  }
}
