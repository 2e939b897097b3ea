import { useQuery } from '@tanstack/react-query'
import type { AlertRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/use-now.ts'
import { AssetLink, levelsOf, openingBody, reportRowsQuery } from '../../reports/index.ts'
import { EVENTS_SHOWN, EventList } from '../event-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { TILE_REPORTS } from './report-definitions.ts'

/** What geofences and rules raised during the last day. */
export const RtlsAlerts = () => <ReportEvents kind="alerts" />
/** Devices that went offline or were nearly without battery or wifi during the last day. */
export const DeviceConditions = () => <ReportEvents kind="conditions" />
/** Alarms that devices sent during the last hours. */
export const DeviceAlarms = () => <ReportEvents kind="alarms" />

function ReportEvents({ kind }: { readonly kind: 'alerts' | 'conditions' | 'alarms' }) {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const definition = TILE_REPORTS[kind]
  const body = openingBody(definition, useNow())
  const query = useQuery(reportRowsQuery<AlertRow>(definition, body, 1, EVENTS_SHOWN.large))
  return (
    <Tile extra={query.data ? t('inAll', { count: query.data.total }) : null}>
      <TileQuery query={query} failed={t('eventsFailed')}>
        {({ rows }) =>
          rows.length === 0 ? (
            <TileEmpty>{t(`none.${kind}`)}</TileEmpty>
          ) : (
            <EventList
              label={title}
              events={rows.map((row) => ({
                key: row.id,
                text: <AssetLink row={row} text={`${row.Name || row.AssetId}: ${row.Event}`} />,
                detail: levelsOf(row.Location).slice(-2).join(' · '),
                time: row.createdAt,
              }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}
