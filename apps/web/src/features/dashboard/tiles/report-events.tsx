import type { UseQueryResult } from '@tanstack/react-query'
import type { IdleAssetRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useNoEquipment } from '../../../lib/use-no-equipment.ts'
import { AssetLink, type ReportRows, shortPlace } from '../../reports/index.ts'
import { EVENTS_SHOWN, EventList, type ListedEvent } from '../event-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { TILE_REPORTS } from './report-definitions.ts'
import { useTileReport } from './use-tile-report.ts'

/** Alerts of geofences and rules during the last day. */
export const RtlsAlerts = () => <Alerts kind="alerts" />
/** Devices that went offline or had almost no battery or wifi during the last day. */
export const DeviceConditions = () => <Alerts kind="conditions" />
/** Alarms that devices sent during the last hours. */
export const DeviceAlarms = () => <Alerts kind="alarms" />
/** Equipment that has not moved for days. */
export const Unmoved = () => <IdleAssets kind="unmoved" timeOf={({ arrivedAt }) => arrivedAt} />
/** Equipment that was not seen for days, with its last place. */
export const NotSeen = () => <IdleAssets kind="notSeen" timeOf={({ seenAt }) => seenAt} />

function Alerts({ kind }: { readonly kind: 'alerts' | 'conditions' | 'alarms' }) {
  const { t } = useTranslation('dashboard')
  return (
    <ReportEvents
      kind={kind}
      query={useTileReport(TILE_REPORTS[kind], EVENTS_SHOWN.large)}
      failed={t('eventsFailed')}
      eventOf={(row) => ({
        key: row.id,
        text: <AssetLink row={row} text={`${row.Name || row.AssetId}: ${row.Event}`} />,
        detail: shortPlace(row.Location),
        time: row.createdAt,
      })}
    />
  )
}

interface IdleAssetsProps {
  readonly kind: 'unmoved' | 'notSeen'
  readonly timeOf: (row: IdleAssetRow) => string
}

function IdleAssets({ kind, timeOf }: IdleAssetsProps) {
  const { t } = useTranslation('dashboard')
  return (
    <ReportEvents
      kind={kind}
      query={useTileReport(TILE_REPORTS[kind], EVENTS_SHOWN.large)}
      failed={t('reportFailed')}
      eventOf={(row) => ({
        key: `${row.AssetType}:${row.AssetId}`,
        text: <AssetLink row={row} text={row.AssetName || row.AssetId} />,
        detail: [t('days', { count: row.Days }), shortPlace(row.Location)].filter(Boolean).join(' · '),
        time: timeOf(row),
      })}
    />
  )
}

interface ReportEventsProps<Row> {
  readonly kind: 'alerts' | 'conditions' | 'alarms' | 'unmoved' | 'notSeen'
  readonly query: UseQueryResult<ReportRows<Row>>
  /** Message of a failure to read the report. */
  readonly failed: string
  readonly eventOf: (row: Row) => ListedEvent
}

/** First rows of a report as events, and their total number. */
function ReportEvents<Row>({ kind, query, failed, eventOf }: ReportEventsProps<Row>) {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const isOfEquipment = kind === 'unmoved' || kind === 'notSeen'
  const isStoreEmpty = useNoEquipment(isOfEquipment && query.data?.maxAssets === 0)
  return (
    <Tile extra={query.data ? t('inAll', { count: query.data.maxAssets }) : null}>
      <TileQuery query={query} failed={failed}>
        {({ assets: rows }) =>
          rows.length === 0 ? (
            <TileEmpty>{isStoreEmpty ? t('noDevices') : t(`none.${kind}`)}</TileEmpty>
          ) : (
            <EventList label={title} events={rows.map(eventOf)} />
          )
        }
      </TileQuery>
    </Tile>
  )
}
