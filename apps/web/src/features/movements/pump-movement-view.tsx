import type { MoveRow } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { PLACE_MODEL, SECOND_PLACE_MODEL } from '../../ui/filters/index.ts'
import {
  LevelChoice,
  type ReportDefinition,
  ReportPage,
  ReportParts,
  ReportTable,
  useReport,
  useReportRows,
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

/** Report on moves of assets between places, as flows and as a table. */
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
  const query = useReportRows<MoveRow>(report)
  const columns = useMoveColumns()
  return (
    <ReportPage report={report} query={query} tools={<LevelChoice report={report} />}>
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
