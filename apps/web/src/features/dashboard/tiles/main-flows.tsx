import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addFlows } from '../../../ui/chart/flow-figures.ts'
import { shortPlace } from '../../reports/index.ts'
import { BarList } from '../bar-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { TILE_REPORTS } from './report-definitions.ts'
import { useTileReport } from './use-tile-report.ts'

const { moves } = TILE_REPORTS
/** Maximum number of moves for the flows, the limit of one call. */
const MAX_MOVES = 500

/** Flows between the places with the most moves during the last hours. */
export function MainFlows() {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const query = useTileReport(moves, MAX_MOVES)
  const rows = query.data?.assets
  const flows = useMemo(
    () =>
      addFlows(
        (rows ?? []).map(({ LocationA, LocationB }) => ({ from: LocationA, to: LocationB, count: 1 })),
      ),
    [rows],
  )
  return (
    <Tile>
      <TileQuery query={query} failed={t('movesFailed')}>
        {() =>
          flows.length === 0 ? (
            <TileEmpty>{t('noMoves')}</TileEmpty>
          ) : (
            <BarList
              label={title}
              rows={flows.map(({ from, to, count }) => ({
                key: `${from}\n${to}`,
                name: (
                  <span title={`${from} → ${to}`}>{`${shortPlace(from, 1)} → ${shortPlace(to, 1)}`}</span>
                ),
                parts: [{ count, step: 3 }],
              }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}
