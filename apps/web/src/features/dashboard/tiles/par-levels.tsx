import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MiniChart } from '../../../ui/chart/mini-chart.tsx'
import { levelsFigures, PAR_LEVELS } from '../../par-levels/index.ts'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTileReport } from './use-tile-report.ts'

/** Number of PAR levels that were short, below and met during the last day. */
export function ParLevels() {
  const { t } = useTranslation('dashboard')
  const query = useTileReport(PAR_LEVELS, 1)
  const points = query.data?.points
  const figures = useMemo(() => levelsFigures(points ?? []), [points])
  return (
    <Tile>
      <TileQuery query={query} failed={t('reportFailed')}>
        {({ maxAssets }) =>
          maxAssets === 0 ? (
            <TileEmpty>{t('noParLevels')}</TileEmpty>
          ) : (
            <MiniChart title={t('parLevels')} figures={figures} />
          )
        }
      </TileQuery>
    </Tile>
  )
}
