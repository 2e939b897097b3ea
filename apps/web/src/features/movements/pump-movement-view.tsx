import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import type { FlowFigures } from '../../ui/chart/flow-figures.ts'
import { FlowPanel } from '../../ui/chart/flow-panel.tsx'
import { PLACE_MODEL, SECOND_PLACE_MODEL } from '../../ui/filters/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import {
  ChartNote,
  LevelChoice,
  type Report,
  ReportPage,
  ReportParts,
  ReportTable,
  reportDefinition,
  reportRowsQuery,
  shortPlace,
  useReport,
  useReportRows,
} from '../reports/index.ts'
import { useMoveColumns } from './movement-columns.tsx'
import { clearestFlows, SHORTEST_STOP, tripsOf } from './trips.ts'

/** Maximum number of moves for the flows, the limit of one call. */
const MAX_MOVES = 500
/** Number of places on each side that are shown separately. */
const MAX_PLACES = 10

/** Flow diagram of the moves between the places where assets stopped. */
function FlowOfMoves({ report }: { readonly report: Report<'pump-movement'> }) {
  const { t } = useTranslation('reports')
  const { definition, body } = report
  // The table's order is left out: the newest moves are needed, whatever the order.
  const items = body.items.filter((condition) => !('sort' in condition))
  const query = useQuery(reportRowsQuery(definition, { ...body, items }, 1, MAX_MOVES))
  const rows = query.data?.assets
  const figures = useMemo(
    (): FlowFigures => ({
      titles: [t('column.locationA'), t('column.locationB'), t('flow.trips')],
      flows: clearestFlows(tripsOf(rows ?? []), MAX_PLACES, t('flow.otherPlaces')),
      nameOf: (path) => shortPlace(path),
    }),
    [rows, t],
  )
  if (!query.data)
    return (
      <LoadingPanel title={t('flow.title')} query={query} failed={t('failed')}>
        {() => null}
      </LoadingPanel>
    )
  const { maxAssets: total } = query.data
  return (
    <FlowPanel
      title={t('flow.title')}
      figures={figures}
      extra={
        <ChartNote>
          {`${
            total > MAX_MOVES
              ? t('flow.newest', { shown: formatNumber(MAX_MOVES), total: formatNumber(total) })
              : t('flow.all', { count: total, shown: formatNumber(total) })
          } · ${t('flow.passing', { minutes: SHORTEST_STOP })}`}
        </ChartNote>
      }
    />
  )
}

const definition = reportDefinition('pump-movement')

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
  const query = useReportRows(report)
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

export { PumpMovementView as Page }
