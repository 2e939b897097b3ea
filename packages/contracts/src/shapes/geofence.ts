import { z } from 'zod'
import { asset, location } from './asset.ts'
import { assetRef, id, iso, levels } from './common.ts'
import { coordinates } from './fence-area.ts'

/** How far along an alert is. */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const
/** One of {@link ALERT_STATES}. */
export type AlertStatus = (typeof ALERT_STATES)[number]

/** A geofence; waits in minutes. A fence that is not `Enabled` raises nothing. */
export const geofence = z.object({
  _id: id,
  Name: z.string(),
  Type: z.string(),
  AssetTypes: z.array(z.string()),
  MapId: id,
  Coordinates: coordinates,
  EntryTrigger: z.boolean(),
  EntryTriggerWaitTime: z.number(),
  ExitTrigger: z.boolean(),
  ExitTriggerWaitTime: z.number(),
  Enabled: z.boolean(),
  __v: z.number(),
  createdAt: iso,
  updatedAt: iso,
})

/** A step that somebody took with an alert. */
export const alertStep = z.object({ by: z.string(), at: iso, note: z.string().optional() })

/**
 * What was true of the asset when the alert was raised, beside `LinkedAsset`, which tells what is true now. `Battery` and
 * `WiFi` are the present aliases of the stored codes; where the mapping no longer has a code, and where an older alert
 * has none, they are the aliases of that time.
 */
export const assetAtAlert = z.object({
  AssetName: z.string().optional(),
  SerialNo: z.string().optional(),
  PrimaryCategory: z.string().optional(),
  Battery: z.string().optional(),
  BatteryCode: z.string().optional(),
  WiFi: z.string().optional(),
  WiFiCode: z.string().optional(),
  Clinicians: z.array(assetRef),
})

/** An alert: the fence and the place as they were, the asset as it is now and (`AssetThen`) as it was. */
export const geofenceAlert = z.object({
  id,
  _id: id,
  kind: z.enum(['Entry', 'Exit']),
  status: z.enum(ALERT_STATES),
  createdAt: iso,
  eventTime: iso,
  LinkedGeofence: geofence,
  LinkedLocation: location
    .pick({ xCenterPoint: true, yCenterPoint: true })
    .extend({ mapId: id.nullable(), fullPath: levels }),
  LinkedAsset: asset.pick({ _id: true, AssetType: true, AssetId: true, Fields: true }),
  AssetThen: assetAtAlert,
  acknowledged: alertStep.optional(),
  resolved: alertStep.optional(),
})

/** {@link geofence} */
export type Geofence = z.output<typeof geofence>
/** {@link alertStep} */
export type AlertStep = z.output<typeof alertStep>
/** {@link assetAtAlert} */
export type AssetAtAlert = z.output<typeof assetAtAlert>
/** {@link geofenceAlert} */
export type GeofenceAlert = z.output<typeof geofenceAlert>
