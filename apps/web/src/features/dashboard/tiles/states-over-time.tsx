import { useQuery } from '@tanstack/react-query'
import type { TileSize } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { useMetadata } from '../../../lib/metadata.ts'
import { MiniChart } from '../../../ui/chart/mini-chart.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { openingBody } from '../../reports/index.ts'
import {
  CHART_FAMILIES,
  type ChartFamily,
  chartPointsQuery,
  familyFigures,
  STATUS_VS_TIME,
} from '../../status-vs-time/index.ts'
import { Tile, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import styles from './tiles.module.css'

/** Charts that fit into a tile of each size. */
const FAMILIES: Readonly<Record<TileSize, readonly ChartFamily['key'][]>> = {
  small: ['infusion'],
  medium: ['infusion', 'connection'],
  large: ['infusion', 'connection', 'battery', 'wifi'],
}

/** Number of devices in each state during the last hours. */
export function StatesOverTime() {
  const { t } = useTranslation(['dashboard', 'reports'])
  const { size } = useTilePlace()
  const mapping = useMetadata()
  const now = useNow()
  const points = useQuery(chartPointsQuery(openingBody(STATUS_VS_TIME, now).items))
  const families = CHART_FAMILIES.filter(({ key }) => FAMILIES[size].includes(key)).toSorted(
    (left, right) => FAMILIES[size].indexOf(left.key) - FAMILIES[size].indexOf(right.key),
  )
  return (
    <Tile>
      <TileQuery query={points} failed={t('dashboard:statesFailed')}>
        {({ assets }) => (
          <div className={`${styles.charts} ${styles[size]}`}>
            {families.map((family) => (
              <MiniChart
                key={family.key}
                title={t(`reports:chart.${family.key}`)}
                figures={familyFigures(family, assets, mapping)}
              />
            ))}
          </div>
        )}
      </TileQuery>
    </Tile>
  )
}
