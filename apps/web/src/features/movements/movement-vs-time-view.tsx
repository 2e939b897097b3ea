import { useTranslation } from 'react-i18next'
import { PLACE_MODEL, SECOND_PLACE_MODEL } from '../../ui/filters/index.ts'
import { ReportPage, ReportTable, reportDefinition, useReport, useReportRows } from '../reports/index.ts'
import { useAwayColumns } from './movement-columns.tsx'

const definition = reportDefinition('movement-vs-time', {
  livePaths: ['CurrentLocation.fullPath'],
})

/** Report on assets away from their home location, and since when. */
export function MovementVsTimeView() {
  const { t } = useTranslation('reports')
  const report = useReport({
    ...definition,
    filterTraits: {
      placeFields: [
        { model: PLACE_MODEL, label: t('column.from'), input: 'place', options: [] },
        { model: SECOND_PLACE_MODEL, label: t('column.to'), input: 'place', options: [] },
      ],
    },
  })
  const query = useReportRows(report)
  const columns = useAwayColumns()
  return (
    <ReportPage report={report} query={query}>
      <ReportTable
        report={report}
        label={t('table.movementVsTime')}
        query={query}
        columns={columns}
        rowKey={({ AssetType, AssetId }) => `${AssetType}:${AssetId}`}
        none={t('noRows.movementVsTime')}
      />
    </ReportPage>
  )
}

export { MovementVsTimeView as Page }
