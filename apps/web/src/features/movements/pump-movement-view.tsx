import { useQuery } from '@tanstack/react-query'
import type { MoveRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { PLACE_MODEL, SECOND_PLACE_MODEL } from '../../ui/filters/index.ts'
import {
  LevelChoice,
  type ReportDefinition,
  ReportPage,
  ReportParts,
  ReportTable,
  reportRowsQuery,
  useReport,
} from '../reports/index.ts'
import { FlowOfMoves } from './flow-of-moves.tsx'
import { useMoveColumns } from './movement-columns.tsx'

const definition: ReportDefinition = {
  route: 'report/pump-movement',
  page: 'pump-movement',
  period: 'last-6-hours',
  defaultType: 'Equipment',
  sorting: { sortField: 'createdAt', sortDirection: -1 },
}

/** Which assets went from one place to another, as flows and as a table. */
export function PumpMovementView() {
  const { t } = useTranslation('reports')
  const report = useReport({
    ...definition,
    filterTraits: {
      placeFields: [
        { model: PLACE_MODEL, label: t('column.locationA'), input: 'place', options: [] },
        { model: SECOND_PLACE_MODEL, label: t('column.locationB'), input: 'place', options: [] },
      ],
    },
  })
  const { state, change, body } = report
  const query = useQuery(reportRowsQuery<MoveRow>(definition, body, state.page, state.pageSize))
  const columns = useMoveColumns()
  return (
    <ReportPage
      report={report}
      readAt={query.data?.readAt}
      refreshing={query.isFetching && query.isPlaceholderData}
      onRefresh={() => void query.refetch()}
      tools={<LevelChoice value={state.level} onChange={(level) => change({ level })} />}
    >
      <ReportParts>
        <FlowOfMoves report={report} />
        <ReportTable
          report={report}
          label={t('table.pumpMovement')}
          query={query}
          columns={columns}
          rowKey={({ AssetType, AssetId, createdAt }) => `${AssetType}:${AssetId} ${createdAt}`}
          none={t('noRows.pumpMovement')}
        />
      </ReportParts>
    </ReportPage>
  )
}
