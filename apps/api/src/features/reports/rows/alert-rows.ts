import type { AlertRow, ReportColumn } from '@wardtrack/contracts'
import type { Circumstances } from '@wardtrack/summaries'
import type { AssetTexts } from '../asset-texts.store.ts'
import { columnsNamed } from './asset-rows.ts'

/** Columns of the event reports. */
export const ALERT_COLUMNS: ReportColumn[] = [
  ...columnsNamed(
    'AssetId',
    'Name',
    'SerialNo',
    'Location',
    'Category',
    'Type',
    'Status',
    'Battery',
    'Event',
  ),
  { key: 'createdAt', label: 'Time' },
]
/** Sort keys of the event reports. */
export const ALERT_SORT_KEYS: readonly string[] = ALERT_COLUMNS.map(({ key }) => key)

/**
 * Members of an alert that do not depend on the asset's current state. Place and battery were stored with the alert.
 */
export type AlertEvent = Pick<AlertRow, 'id' | 'Location' | 'Status' | 'Battery' | 'Event'> & {
  AssetType: string
  AssetId?: string
  time: Date
  /** time of the event, where it differs from `time` */
  eventTime?: Date
  /** true when the event has its own place, which is more accurate than history */
  hasOwnPlace?: true
  clearedAt?: Date | undefined
  priority?: string | undefined
}

/**
 * Creates the row of an event of an asset.
 * @param asset undefined when the asset is deleted
 * @param then data from history at the time of the event
 */
export function toAlertRow(
  event: AlertEvent,
  asset: AssetTexts | undefined,
  then: Circumstances = {},
): AlertRow {
  const { id, AssetType, Location, Status, Battery, Event, time, clearedAt, priority } = event
  return {
    id,
    AssetId: asset?.AssetId ?? event.AssetId ?? '',
    Name: asset?.AssetName ?? '',
    SerialNo: asset?.SerialNo ?? '',
    Location: event.hasOwnPlace ? Location : (then.Location ?? Location),
    Category: asset?.PrimaryCategory ?? '',
    Type: AssetType,
    Status,
    Battery: then.Battery ?? Battery,
    AssetType,
    Event,
    createdAt: time.toISOString(),
    ...(clearedAt ? { clearedAt: clearedAt.toISOString() } : {}),
    ...(priority === undefined ? {} : { priority }),
  }
}
