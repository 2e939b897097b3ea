import type { BalanceSummary, MoveProposal } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import {
  ReportChart,
  type ReportDefinition,
  ReportPage,
  ReportParts,
  ReportTable,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { useBalancingColumns } from './balancing-columns.tsx'
import { balanceFigures } from './stock-figures.ts'

const definition: ReportDefinition = {
  route: 'report/balancing',
  page: 'balancing',
  defaultType: 'Equipment',
  sorting: { sortField: 'Reason', sortDirection: -1 },
}

/** Planned transfers of equipment, and their effect on the levels. */
export function BalancingView() {
  const { t } = useTranslation('par-levels')
  const report = useReport(definition)
  const query = useReportRows<MoveProposal>(report)
  const columns = useBalancingColumns()
  const categoryName = useCategoryName()
  const categories = query.data?.more['categories'] as readonly BalanceSummary[] | undefined
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
