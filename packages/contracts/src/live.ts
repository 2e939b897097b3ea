import type { Asset, Location } from './shapes/asset.ts'
import type { GeofenceAlert } from './shapes/geofence.ts'
import type { Notification } from './shapes/notification.ts'

/** Part of the configuration that changed. */
export type ConfigPart =
  | 'privileges'
  | 'settings'
  | 'providers'
  | 'metadata'
  | 'maps'
  | 'lanes'
  | 'geofences'
  | 'reports'
  | 'tags'
  | 'files'
  | 'rules'
  | 'audit'
  | 'filters'
  | 'dashboard'
  | 'par-levels'

/** Payload of each event of the live stream. */
export type LivePayloads = {
  hello: { serverTime: string }
  'asset.location': { AssetType: string; AssetId: string; CurrentLocation: Location }
  'asset.status': {
    AssetType: string
    AssetId: string
    Fields: Partial<Asset['Fields']>
    FieldTimes: Record<string, string>
  }
  'asset.changed': {
    AssetType: string
    AssetId: string
    change: 'created' | 'updated' | 'status' | 'mapping' | 'tags'
  }
  /** an alert that was raised, acknowledged or resolved */
  'geofence.alert': GeofenceAlert
  /** a new notification, or one that was combined with further assets; `read` is false */
  notification: Notification
  'config.changed': { what: ConfigPart }
  'access.changed': { allowedRoutes: string[]; patientDataAccess: boolean }
  reset: Record<string, never>
  'session.ended': { reason: 'logout' | 'expired' | 'locked' | 'password' }
}

/** Name of a live event. */
export type LiveEventName = keyof LivePayloads

/** One event of the live stream; readers send back `id` as `Last-Event-ID`. */
export type LiveEvent = {
  [N in LiveEventName]: { id?: string; event: N; data: LivePayloads[N] }
}[LiveEventName]
