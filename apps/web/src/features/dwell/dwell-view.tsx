import type { DwellRow } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import {
  countColumn,
  hoursColumn,
  LevelChoice,
  ReportChart,
  ReportPage,
  ReportParts,
  ReportTable,
  reportDefinition,
  shortPlace,
  useGroupColumns,
  useReport,
  useReportRows,
} from '../reports/index.ts'

/** Returns the columns of stays and turnarounds by unit. */
function useDwellColumns(): DataColumn<DwellRow>[] {
  const { t } = useTranslation('analyses')
  const { unit } = useGroupColumns()
  return [
    { ...unit, onPhone: 'main' },
    countColumn('Stays', t('column.stays')),
    hoursColumn('StayMedian', t('column.stayMedian')),
    hoursColumn('StayP90', t('column.stayP90')),
    countColumn('Turnarounds', t('column.turnarounds')),
    hoursColumn('TurnaroundMedian', t('column.turnaroundMedian')),
    hoursColumn('TurnaroundP90', t('column.turnaroundP90')),
  ]
}

const definition = reportDefinition('dwell')

/** Report on stays of equipment in units, and on the time to its next use. */
export function DwellView() {
  const { t } = useTranslation('analyses')
  const { t: tReports } = useTranslation('reports')
  const report = useReport(definition)
  const query = useReportRows(report)
  const columns = useDwellColumns()
  const units = query.data?.units
  const figures = useMemo((): ChartFigures => {
    const shown = units ?? []
    const tenth = (hours: number): number => Math.round(hours * 10) / 10
    return {
      kind: 'bars',
      categoryTitle: tReports('column.unit'),
      categories: shown.map(({ Unit }) => shortPlace(Unit)),
      series: [
        {
          name: t('dwell.median'),
          step: 4,
          values: shown.map(({ StayMedian }) => tenth(StayMedian ?? 0)),
        },
        {
          name: t('dwell.toP90'),
          step: 2,
          values: shown.map(({ StayMedian, StayP90 }) => tenth((StayP90 ?? 0) - (StayMedian ?? 0))),
        },
      ],
    }
  }, [units, t, tReports])
  return (
    <ReportPage report={report} query={query} tools={<LevelChoice report={report} unset={t('units')} />}>
      <ReportParts>
        <ReportChart title={t('dwell.chart')} figures={figures} query={query} />
        <ReportTable
          report={report}
          label={t('table.dwell')}
          query={query}
          columns={columns}
          rowKey={({ Unit }) => Unit}
          none={t('noRows.dwell')}
        />
      </ReportParts>
    </ReportPage>
  )
}

export { DwellView as Page }
