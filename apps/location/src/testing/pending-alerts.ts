import { type AssetDoc, type GeofenceDoc, type PendingAlert, Types } from '@wardtrack/database'

/** Returns a stored fence on map m1 of the test hospital. */
export function fenceDoc(members: Partial<GeofenceDoc> = {}): GeofenceDoc {
  const now = new Date()
  const Name = members.Name ?? 'Drug store'
  return {
    _id: new Types.ObjectId(),
    Name,
    nameKey: Name.toLowerCase(),
    Type: 'Restricted',
    AssetTypes: ['Equipment', 'Clinician', 'Patient'],
    MapId: 'm1',
    Coordinates: { x: 100, y: 100, x2: 200, y2: 150, w: 100, h: 50 },
    EntryTrigger: true,
    EntryTriggerWaitTime: 0,
    ExitTrigger: true,
    ExitTriggerWaitTime: 5,
    Enabled: true,
    activeFrom: now,
    __v: 0,
    createdAt: now,
    updatedAt: now,
    ...members,
  }
}

let pendingAlerts = 0

/** Returns the pending alert of an asset that entered a fence on map m1. */
export function pendingAlert(
  asset: Pick<AssetDoc, '_id'>,
  members: Partial<PendingAlert> = {},
): PendingAlert {
  pendingAlerts += 1
  return {
    id: `seed-${pendingAlerts}`,
    kind: 'Entry',
    asset: asset._id,
    fence: fenceDoc(),
    location: {
      mapId: 'm1',
      fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1' },
      xCenterPoint: 150,
      yCenterPoint: 120,
    },
    eventTime: new Date(Date.now() - 60_000),
    ...members,
  }
}
