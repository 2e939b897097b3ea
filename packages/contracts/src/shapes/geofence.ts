import { z } from 'zod'
import { asset, location } from './asset.ts'
import { assetRef, id, iso, levels } from './common.ts'
import { coordinates } from './fence-area.ts'

/** States of an alert. */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const
/** One of {@link ALERT_STATES}. */
export type AlertStatus = (typeof ALERT_STATES)[number]

/** A geofence; waits in minutes. A geofence that is not `Enabled` raises no alerts. */
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

/** A step that a user took on an alert. */
export const alertStep = z.object({ by: z.string(), at: iso, note: z.string().optional() })

/**
 * State of the asset when the alert was raised; `LinkedAsset` has its current state. `Battery` and `WiFi` are the
 * current aliases of the stored codes. If the mapping lacks a code, or an older alert has no codes, the aliases of
 * that time are used.
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

/** An alert: geofence and place at its time, the asset now and, as `AssetThen`, at its time. */
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
