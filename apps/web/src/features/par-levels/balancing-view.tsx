import type { MoveProposal } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { MISSING } from '../../lib/time.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import {
  AssetLink,
  AssetPlace,
  PlaceLink,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  reportDefinition,
  useGroupColumns,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { balanceFigures } from './stock-figures.ts'

/** Returns the columns of the planned transfers. */
function useBalancingColumns(): DataColumn<MoveProposal>[] {
  const { t } = useTranslation('par-levels')
  const { category } = useGroupColumns()
  return [
    {
      title: t('column.asset'),
      sortField: 'AssetName',
      onPhone: 'main',
      cell: (row) => <AssetLink row={row} text={row.AssetName || row.AssetId} />,
    },
    category,
    {
      title: t('column.from'),
      sortField: 'From',
      named: true,
      onPhone: 'wide',
      wraps: true,
      cell: (row) => <AssetPlace asset={row} path={row.From} mapId={row.mapId} />,
    },
    {
      title: t('column.to'),
      sortField: 'To',
      named: true,
      onPhone: 'wide',
      wraps: true,
      cell: ({ To }) => <PlaceLink path={To} />,
    },
    {
      title: t('column.metres'),
      sortField: 'Metres',
      onPhone: 'end',
      cell: ({ Metres, Way }) =>
        Metres === null ? MISSING : t(`way.${Way}`, { metres: formatNumber(Math.round(Metres)) }),
    },
    {
      title: t('column.reason'),
      sortField: 'Reason',
      named: true,
      cell: ({ Reason }) => t(`reason.${Reason}`),
    },
  ]
}

const definition = reportDefinition('balancing')

/** Planned transfers of equipment, and their effect on the levels. */
export function BalancingView() {
  const { t } = useTranslation('par-levels')
  const report = useReport(definition)
  const query = useReportRows(report)
  const columns = useBalancingColumns()
  const categoryName = useCategoryName()
  const categories = query.data?.categories
  const figures = useMemo(() => balanceFigures(categories ?? [], categoryName), [categories, categoryName])
  const metres = (categories ?? []).reduce((sum, category) => sum + category.metres, 0)
  return (
    <ReportPage report={report} query={query}>
      <ReportParts>
        <ReportChart
          title={t('balanceChart')}
          figures={figures}
          query={query}
          note={t('metresInAll', { metres: formatNumber(Math.round(metres)) })}
        />
        <ReportTable
          report={report}
          label={t('table.moves')}
          query={query}
          columns={columns}
          rowKey={({ AssetType, AssetId }) => `${AssetType}:${AssetId}`}
          none={t(categories?.length === 0 ? 'none.stock' : 'none.moves')}
        />
      </ReportParts>
    </ReportPage>
  )
}

export { BalancingView as Page }
