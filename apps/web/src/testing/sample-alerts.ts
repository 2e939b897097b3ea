import type { AlertStatus, GeofenceAlert } from '@wardtrack/contracts'
import { samplePump } from './sample-assets.ts'

const pump = samplePump()

/** Creates a new exit alert of the theatre stock; `part` replaces values. */
export const sampleAlert = (id = 'al-1', part: Partial<GeofenceAlert> = {}): GeofenceAlert => {
  const eventTime = new Date(Date.now() - 2 * 60_000).toISOString()
  return {
    id,
    _id: id,
    kind: 'Exit',
    status: 'open',
    createdAt: eventTime,
    eventTime,
    LinkedGeofence: {
      _id: 'f1',
      Name: 'Theatre stock',
      Type: 'Storage',
      AssetTypes: ['Equipment'],
      MapId: 'm3',
      Coordinates: { x: 100, y: 600, x2: 500, y2: 800, w: 400, h: 200 },
      EntryTrigger: false,
      EntryTriggerWaitTime: 0,
      ExitTrigger: true,
      ExitTriggerWaitTime: 1,
      Enabled: true,
      __v: 0,
      createdAt: eventTime,
      updatedAt: eventTime,
    },
    LinkedLocation: {
      mapId: 'm3',
      xCenterPoint: 620,
      yCenterPoint: 560,
      fullPath: {
        Level_1: 'Northfield General',
        Level_2: 'Tower A',
        Level_3: 'Level 3',
        Level_4: 'ICU West',
        Level_5: 'South corridor',
      },
    },
    LinkedAsset: { _id: pump._id, AssetType: 'Equipment', AssetId: 'IP-0412', Fields: pump.Fields },
    AssetThen: {
      AssetName: 'Infusion Pump 0412',
      SerialNo: 'LVP-21-084412',
      Battery: 'Brim-full',
      WiFi: 'Strong',
      Clinicians: [],
    },
    ...part,
  }
}

/** Returns an alert after a step. */
export const stepped = (
  alert: GeofenceAlert,
  status: AlertStatus,
  by: string,
  note?: string,
): GeofenceAlert => ({
  ...alert,
  status,
  ...(status === 'open' ? {} : { [status]: { by, at: new Date().toISOString(), ...(note ? { note } : {}) } }),
})
