import { useQuery } from '@tanstack/react-query'
import type { UsageHeat, UsagePoint, UtilisationRow } from '@wardtrack/contracts'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import {
  LevelChoice,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  reportRowsQuery,
  useReport,
} from '../reports/index.ts'
import { UTILISATION, usageFigures } from './usage-figures.ts'
import { UsageHeatPanel } from './usage-heat.tsx'
import { useUtilisationColumns } from './utilisation-columns.tsx'

/** What the report tells besides its rows. */
interface UsageAnswer {
  readonly moments?: number
  readonly points?: readonly UsagePoint[]
  readonly heat?: UsageHeat
}

/** How much of the equipment of each unit is in use: over time, by the hour, and as a table. */
export function UtilisationView() {
  const { t } = useTranslation('analyses')
  const mapping = useMetadata()
  const report = useReport(UTILISATION)
  const { state, change, body } = report
  const query = useQuery(reportRowsQuery<UtilisationRow>(UTILISATION, body, state.page, state.pageSize))
  const categoryName = useCallback(
    (code: string): string =>
      code === '' ? t('resting.noCategory') : aliasesOf(mapping, 'Equipment').option('PrimaryCategory', code),
    [mapping, t],
  )
  const columns = useUtilisationColumns(categoryName)
  const { moments = 0, points, heat } = (query.data?.more ?? {}) as UsageAnswer
  const figures = useMemo(() => usageFigures(points ?? []), [points])
  return (
    <ReportPage
      report={report}
      readAt={query.data?.readAt}
      refreshing={query.isFetching && query.isPlaceholderData}
      onRefresh={() => void query.refetch()}
      tools={<LevelChoice value={state.level} unset={t('units')} onChange={(level) => change({ level })} />}
    >
      <ReportParts>
        <ReportChart
          title={t('utilisation.chart')}
          figures={figures}
          query={query}
          note={t('utilisation.looked', { count: moments, shown: formatNumber(moments) })}
        />
        {heat && moments > 0 ? <UsageHeatPanel heat={heat} categoryName={categoryName} /> : null}
        <ReportTable
          report={report}
          label={t('table.utilisation')}
          query={query}
          columns={columns}
          rowKey={({ AssetType, Category, Unit }) => [AssetType, Category, Unit].join('|')}
          none={t('noRows.utilisation')}
        />
      </ReportParts>
    </ReportPage>
  )
}
