import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MiniChart } from '../../../ui/chart/mini-chart.tsx'
import { UTILISATION, usageFigures } from '../../utilisation/index.ts'
import { Tile, TileQuery } from '../tile.tsx'
import { useTileReport } from './use-tile-report.ts'

/** Number of infusing, moving and idle devices during the last days. */
export function Utilisation() {
  const { t } = useTranslation('dashboard')
  const query = useTileReport(UTILISATION, 1)
  const points = query.data?.points
  const figures = useMemo(() => usageFigures(points ?? []), [points])
  return (
    <Tile>
      <TileQuery query={query} failed={t('reportFailed')}>
        {() => <MiniChart title={t('inUse')} figures={figures} />}
      </TileQuery>
    </Tile>
  )
}
