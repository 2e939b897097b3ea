import type { AlertStatus, AlertStep, GeofenceAlert } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import { clockTime, dateTime } from '../../lib/time.ts'
import type { ToneName } from '../../ui/state-looks.ts'
import { assetName } from '../asset-display/index.ts'

/** Tone of each status. */
export const ALERT_TONES: Readonly<Record<AlertStatus, ToneName>> = {
  open: 'alarm',
  acknowledged: 'warn',
  resolved: 'plain',
}

/** Returns the address of one alert on its map, as a link for a new tab. */
export const alertHref = (id: string): string => `#/geofence-alert/${encodeURIComponent(id)}`

/** Returns the asset's name when the alert was raised, else its current name. */
export const alertedName = ({ AssetThen, LinkedAsset }: GeofenceAlert): string =>
  AssetThen.AssetName || assetName(LinkedAsset)

/** Formats an alert as a sentence: `Syringe Pump 0132 left Theatre stock`. */
export const alertSummary = (alert: GeofenceAlert): string =>
  translate(`alert-notices:summary.${alert.kind}`, {
    asset: alertedName(alert),
    geofence: alert.LinkedGeofence.Name,
  })

/** Returns the last step taken on an alert; undefined while it is open. */
export const lastStep = (alert: GeofenceAlert): AlertStep | undefined =>
  alert.status === 'resolved'
    ? alert.resolved
    : alert.status === 'acknowledged'
      ? alert.acknowledged
      : undefined

/** True until an alert is resolved. */
export const isUnresolved = ({ status }: GeofenceAlert): boolean => status !== 'resolved'

const DAY_MS = 24 * 60 * 60_000

/** Formats the time of day, with the date if it is more than a day ago. */
export const momentText = (time: string, now: number): string =>
  now - Date.parse(time) < DAY_MS ? clockTime(time) : dateTime(time)
