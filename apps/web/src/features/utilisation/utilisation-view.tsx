import type { ReportMore, UsageHeat, UtilisationRow } from '@wardtrack/contracts'
import { Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../../lib/i18n/formats.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useCategoryName } from '../../lib/use-category-name.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { HeatTable } from '../../ui/heat-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import {
  countColumn,
  LevelChoice,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  shareColumn,
  useGroupColumns,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { UTILISATION, usageFigures } from './usage-figures.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
/** A Monday at noon, which is a Monday in every time zone. */
const MONDAY = Date.UTC(2024, 0, 1, 12)
const DAY_MS = 86_400_000

const dayName = (day: number): string =>
  new Intl.DateTimeFormat(currentLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(
    MONDAY + day * DAY_MS,
  )

const partsOf = (shares: readonly (number | null)[]) =>
  shares.map((share) => (share === null ? null : share / 100))

interface UsageHeatPanelProps {
  readonly heat: UsageHeat
  readonly categoryName: (code: string) => string
}

/** Use of equipment by hour and weekday, or by hour and category. */
function UsageHeatPanel({ heat: { week, categories }, categoryName }: UsageHeatPanelProps) {
  const { t } = useTranslation('analyses')
  const [by, setBy] = useState<'week' | 'category'>('week')
  const rows =
    by === 'week'
      ? week.map((shares, day) => ({ name: dayName(day), shares: partsOf(shares) }))
      : categories.map(({ name, hours }) => ({ name: categoryName(name), shares: partsOf(hours) }))
  return (
    <Panel
      title={t('utilisation.heat')}
      extra={
        <Segmented
          aria-label={t('utilisation.rows')}
          size="small"
          value={by}
          onChange={setBy}
          options={[
            { value: 'week', label: t('utilisation.byWeek') },
            { value: 'category', label: t('utilisation.byCategory') },
          ]}
        />
      }
    >
      <HeatTable
        label={t('utilisation.heat')}
        corner={by === 'week' ? t('utilisation.weekday') : t('utilisation.category')}
        columns={HOURS}
        rows={rows}
        text={formatPercent}
      />
    </Panel>
  )
}

/** Returns the columns of utilisation by category and unit. */
function useUtilisationColumns(): DataColumn<UtilisationRow>[] {
  const { t } = useTranslation('analyses')
  const { category, unit } = useGroupColumns()
  return [
    { ...category, onPhone: 'main' },
    unit,
    countColumn('Owned', t('column.owned')),
    { ...shareColumn('InUse', t('column.inUse')), onPhone: 'end' },
    shareColumn('Infusing', t('column.infusing')),
    shareColumn('Moving', t('column.moving')),
    shareColumn('Idle', t('column.idle')),
    countColumn('Peak', t('column.peak')),
    countColumn('NeverNeeded', t('column.neverNeeded')),
  ]
}

/** Report on the share of equipment in use in each unit: over time, by the hour, and as a table. */
export function UtilisationView() {
  const { t } = useTranslation('analyses')
  const report = useReport(UTILISATION)
  const query = useReportRows(report)
  const categoryName = useCategoryName()
  const columns = useUtilisationColumns()
  const { moments = 0, points, heat }: Partial<ReportMore<'utilisation'>> = query.data ?? {}
  const figures = useMemo(() => usageFigures(points ?? []), [points])
  return (
    <ReportPage report={report} query={query} tools={<LevelChoice report={report} unset={t('units')} />}>
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

export { UtilisationView as Page }
