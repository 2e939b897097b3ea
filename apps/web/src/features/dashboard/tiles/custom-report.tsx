import { useQuery } from '@tanstack/react-query'
import type { CustomReport } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/i18n/formats.ts'
import { customReportQuery } from '../../../lib/queries.ts'
import { DataTable } from '../../../ui/data-table/index.ts'
import { useReportColumns, useReportDefinition } from '../../custom-reports/index.ts'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import styles from './tiles.module.css'
import { useTileReport } from './use-tile-report.ts'

/** Number of rows that fit into a tile of each size. */
const ROWS = { small: 0, medium: 2, large: 8 } as const
const MAX_COLUMNS = 4

/** Number of assets in a custom report, and the first of them. */
export function CustomReportTile({ reportId }: { readonly reportId: string }) {
  const { t } = useTranslation('dashboard')
  const report = useQuery(customReportQuery(reportId))
  if (report.data) return <ReportRows report={report.data} />
  return (
    <Tile>
      <TileQuery query={report} failed={t('reportFailed')}>
        {() => null}
      </TileQuery>
    </Tile>
  )
}

function ReportRows({ report }: { readonly report: CustomReport }) {
  const { t } = useTranslation('dashboard')
  const { size } = useTilePlace()
  const { definition } = useReportDefinition(report)
  const query = useTileReport(definition, ROWS.large)
  const columns = useReportColumns(report.Subject, report.Fields, { isLinked: true })
  const isSmall = size === 'small'
  return (
    <Tile
      flush={!isSmall}
      extra={query.data && !isSmall ? t('inAll', { count: query.data.maxAssets }) : null}
    >
      <TileQuery query={query} failed={t('reportFailed')}>
        {({ assets: rows, maxAssets: total }) =>
          isSmall ? (
            <p className={styles.number}>
              {formatNumber(total)}
              <span>{t('assets', { count: total })}</span>
            </p>
          ) : rows.length === 0 ? (
            <TileEmpty>{t('noAssets')}</TileEmpty>
          ) : (
            <DataTable
              label={report.Name}
              columns={columns.slice(0, MAX_COLUMNS).map(({ sortField: _unsorted, ...column }) => column)}
              rows={rows.slice(0, ROWS[size])}
              rowKey={(row) => row._id}
              density="compact"
              whole
              empty={t('noAssets')}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}
