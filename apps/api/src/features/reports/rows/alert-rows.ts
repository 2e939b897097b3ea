import type { AlertRow, ReportColumn } from '@wardtrack/contracts'
import type { AssetTexts } from '../told-assets.store.ts'
import { columnsNamed } from './asset-rows.ts'

/** Columns of the reports of what happened. */
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
/** What they are sorted by. */
export const ALERT_SORT_KEYS: readonly string[] = ALERT_COLUMNS.map(({ key }) => key)

/** What of an alert does not depend on how the asset is now. */
export type AlertEvent = Pick<AlertRow, 'id' | 'Location' | 'Status' | 'Battery' | 'Event'> & {
  AssetType: string
  AssetId?: string
  time: Date
  clearedAt?: Date | undefined
  priority?: string | undefined
}

/** A row of what happened to an asset. @param asset undefined when it is gone */
export function toAlertRow(event: AlertEvent, asset: AssetTexts | undefined): AlertRow {
  const { id, AssetType, Location, Status, Battery, Event, time, clearedAt, priority } = event
  return {
    id,
    AssetId: asset?.AssetId ?? event.AssetId ?? '',
    Name: asset?.AssetName ?? '',
    SerialNo: asset?.SerialNo ?? '',
    Location,
    Category: asset?.PrimaryCategory ?? '',
    Type: AssetType,
    Status,
    Battery,
    AssetType,
    Event,
    createdAt: time.toISOString(),
    ...(clearedAt ? { clearedAt: clearedAt.toISOString() } : {}),
    ...(priority === undefined ? {} : { priority }),
  }
}
