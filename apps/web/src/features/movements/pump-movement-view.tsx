import { useQuery } from '@tanstack/react-query'
import type { MoveRow } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { type Flow, type FlowFigures, mainFlows } from '../../ui/chart/flow-figures.ts'
import { FlowPanel } from '../../ui/chart/flow-panel.tsx'
import { PLACE_MODEL, SECOND_PLACE_MODEL } from '../../ui/filters/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import {
  ChartNote,
  LevelChoice,
  levelsOf,
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

/** Minimum stay in minutes that counts as a stop. Shorter stays are passages, such as a corridor or a lift. */
const SHORTEST_STOP = 5
const SHORTEST_STOP_MS = SHORTEST_STOP * 60_000

/** Route of one asset between two places where it stopped. */
interface Trip {
  readonly from: string
  readonly to: string
  /** Time of arrival at `to`, in milliseconds. */
  readonly arrivedAt: number
}

/**
 * Combines moves from place to place into trips between the places where assets stopped.
 * @param moves moves in any order
 * @returns one flow with a count of one per trip; a return to the origin without a stop is no trip
 */
export function tripsOf(moves: readonly MoveRow[]): Flow[] {
  const trips: Trip[] = []
  /** Current trip of each asset. */
  const open = new Map<string, Trip>()
  const inOrder = moves.toSorted((left, right) => Date.parse(left.createdAt) - Date.parse(right.createdAt))
  for (const { AssetType, AssetId, LocationA, LocationB, leftAt, createdAt } of inOrder) {
    const asset = `${AssetType}|${AssetId}`
    const trip = open.get(asset)
    const isOnTheWay = trip?.to === LocationA && Date.parse(leftAt) - trip.arrivedAt < SHORTEST_STOP_MS
    if (trip && !isOnTheWay) trips.push(trip)
    open.set(asset, {
      from: trip && isOnTheWay ? trip.from : LocationA,
      to: LocationB,
      arrivedAt: Date.parse(createdAt),
    })
  }
  return [...trips, ...open.values()]
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) => ({ from, to, count: 1 }))
}

/** Minimum share of the trips whose two places the diagram shows. */
const CLEAR_SHARE = 0.6

/**
 * Returns the main flows among trips, at the deepest level that the diagram can show: rooms if few are visited, else
 * their units, else their floors. Trips within one place of that level are left out.
 * @param most number of places on each side
 * @param other name of the combined places
 */
export function clearestFlows(trips: readonly Flow[], most: number, other: string): Flow[] {
  const deepest = Math.max(
    1,
    ...trips.flatMap(({ from, to }) => [levelsOf(from).length, levelsOf(to).length]),
  )
  let flows = mainFlows(trips, most, other)
  for (let depth = deepest - 1; depth > 1 && shareNamed(flows, other) < CLEAR_SHARE; depth -= 1) {
    const upper = (path: string): string => levelsOf(path).slice(0, depth).join('>')
    const between = trips
      .map(({ from, to, count }) => ({ from: upper(from), to: upper(to), count }))
      .filter(({ from, to }) => from !== to)
    if (between.length === 0) break
    flows = mainFlows(between, most, other)
  }
  return flows
}

function shareNamed(flows: readonly Flow[], other: string): number {
  let all = 0
  let named = 0
  for (const { from, to, count } of flows) {
    all += count
    if (from !== other && to !== other) named += count
  }
  return all === 0 ? 1 : named / all
}

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
