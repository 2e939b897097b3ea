import type { AlertStatus, AlertStep, GeofenceAlert } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import { clockTime, dateTime } from '../../lib/time.ts'
import type { ToneName } from '../../ui/state-looks.ts'
import { assetName } from '../asset-display/index.ts'

/** Tone of each state. */
export const ALERT_TONES: Readonly<Record<AlertStatus, ToneName>> = {
  open: 'alarm',
  acknowledged: 'warn',
  resolved: 'plain',
}

/** Address of one alert on its map, as a link that a new tab can open. */
export const alertHref = (id: string): string => `#/geofence-alert/${encodeURIComponent(id)}`

/** What the asset was called when the alert was raised, else what it is called now. */
export const alertedName = ({ AssetThen, LinkedAsset }: GeofenceAlert): string =>
  AssetThen.AssetName || assetName(LinkedAsset)

/** The alert as a sentence: `Syringe Pump 0132 left Theatre stock`. */
export const alertSummary = (alert: GeofenceAlert): string =>
  translate(`alert-notices:summary.${alert.kind}`, {
    asset: alertedName(alert),
    geofence: alert.LinkedGeofence.Name,
  })

/** The last step that somebody took with an alert; undefined while it is open. */
export const lastStep = (alert: GeofenceAlert): AlertStep | undefined =>
  alert.status === 'resolved'
    ? alert.resolved
    : alert.status === 'acknowledged'
      ? alert.acknowledged
      : undefined

/** Whether an alert still waits for somebody to close it. */
export const isUnresolved = ({ status }: GeofenceAlert): boolean => status !== 'resolved'

const DAY_MS = 24 * 60 * 60_000

/** The time of day, with the date where that would be missed. */
export const momentText = (time: string, now: number): string =>
  now - Date.parse(time) < DAY_MS ? clockTime(time) : dateTime(time)
