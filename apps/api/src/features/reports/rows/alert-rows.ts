import type { AlertRow, ReportColumn } from '@wardtrack/contracts'
import type { Circumstances } from '@wardtrack/summaries'
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

/** Members of an alert that do not depend on the present asset. Place and battery are those that were stored with it. */
export type AlertEvent = Pick<AlertRow, 'id' | 'Location' | 'Status' | 'Battery' | 'Event'> & {
  AssetType: string
  AssetId?: string
  time: Date
  /** when it happened, where that is not `time` */
  eventTime?: Date
  /** its place is a part of the event: history tells no better one */
  hasOwnPlace?: true
  clearedAt?: Date | undefined
  priority?: string | undefined
}

/**
 * A row of what happened to an asset.
 * @param asset undefined when it is gone
 * @param then what history tells of the moment when it happened
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
