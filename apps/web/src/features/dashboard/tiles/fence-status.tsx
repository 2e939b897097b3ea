import { useTranslation } from 'react-i18next'
import { BarList } from '../bar-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { TILE_REPORTS } from './report-definitions.ts'
import { useTileReport } from './use-tile-report.ts'

const { fences } = TILE_REPORTS

/** Current number of assets in each geofence. */
export function FenceStatus() {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const query = useTileReport(fences, 1)
  return (
    <Tile>
      <TileQuery query={query} failed={t('fencesFailed')}>
        {(loaded) => {
          const occupied = loaded.fences.toSorted((left, right) => right.inside - left.inside)
          if (occupied.length === 0) return <TileEmpty>{t('noFences')}</TileEmpty>
          return (
            <BarList
              label={title}
              rows={occupied.map(({ _id, Name, inside }) => ({
                key: _id,
                name: Name,
                parts: [{ count: inside, step: 3 }],
              }))}
            />
          )
        }}
      </TileQuery>
    </Tile>
  )
}
