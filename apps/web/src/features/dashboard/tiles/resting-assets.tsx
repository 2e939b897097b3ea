import { useQuery } from '@tanstack/react-query'
import type { RestingRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../ui/use-now.ts'
import { AssetLink, levelsOf, openingBody, reportRowsQuery } from '../../reports/index.ts'
import { EVENTS_SHOWN, EventList } from '../event-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { TILE_REPORTS } from './report-definitions.ts'

/** Equipment that has not moved for days. */
export const Unmoved = () => <RestingAssets kind="unmoved" time={({ arrivedAt }) => arrivedAt} />
/** Equipment that was not seen for days, and where it was last. */
export const NotSeen = () => <RestingAssets kind="notSeen" time={({ seenAt }) => seenAt} />

interface RestingAssetsProps {
  readonly kind: 'unmoved' | 'notSeen'
  readonly time: (row: RestingRow) => string
}

function RestingAssets({ kind, time }: RestingAssetsProps) {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const definition = TILE_REPORTS[kind]
  const body = openingBody(definition, useNow())
  const query = useQuery(reportRowsQuery<RestingRow>(definition, body, 1, EVENTS_SHOWN.large))
  return (
    <Tile extra={query.data ? t('inAll', { count: query.data.total }) : null}>
      <TileQuery query={query} failed={t('reportFailed')}>
        {({ rows }) =>
          rows.length === 0 ? (
            <TileEmpty>{t(`none.${kind}`)}</TileEmpty>
          ) : (
            <EventList
              label={title}
              events={rows.map((row) => ({
                key: `${row.AssetType}:${row.AssetId}`,
                text: <AssetLink row={row} text={row.AssetName || row.AssetId} />,
                detail: [t('days', { count: row.Days }), ...levelsOf(row.Location).slice(-2)].join(' · '),
                time: time(row),
              }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}
