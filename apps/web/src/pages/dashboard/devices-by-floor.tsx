import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { translate } from '../../lib/i18n/i18n.ts'
import { floorsQuery } from '../../lib/queries.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { ONLINE } from '../../ui/state-looks.ts'
import styles from './dashboard.module.css'

const EQUIPMENT = { AssetType: 'Equipment' }
/** CSS pixels: one floor's bar with its gap, and what legend and axis take. */
const BAR_HEIGHT = 34
const FRAME_HEIGHT = 76

interface Floor {
  readonly mapId: string
  readonly name: string
  readonly count: number
}

/** How many devices stand on each floor, and how many of them are online. */
export function DevicesByFloor() {
  const { t } = useTranslation('dashboard')
  const floors = useQuery(floorsQuery([EQUIPMENT]))
  const online = useQuery(floorsQuery([{ ...EQUIPMENT, 'Fields.DeviceStatus': ONLINE }]))
  const query = floors.data ? online : floors
  if (!floors.data || !online.data || floors.data.length === 0)
    return (
      <LoadingPanel title={t('byFloor')} query={query} failed={t('floorsFailed')}>
        {() => <p className={styles.empty}>{t('noneOnMap')}</p>}
      </LoadingPanel>
    )
  return (
    <ChartPanel
      title={t('byFloor')}
      figures={floorFigures(floors.data, online.data)}
      height={floors.data.length * BAR_HEIGHT + FRAME_HEIGHT}
      extra={<Link to="/devices?view=map">{t('openMap')}</Link>}
    />
  )
}

function floorFigures(floors: readonly Floor[], online: readonly Floor[]): ChartFigures {
  const onlineOn = new Map(online.map(({ mapId, count }) => [mapId, count]))
  const counts = floors.map(({ mapId, count }) => ({ count, online: onlineOn.get(mapId) ?? 0 }))
  return {
    kind: 'bars',
    categoryTitle: translate('dashboard:column.floor'),
    categories: floors.map(({ name }) => name),
    series: [
      // Read apart, the two numbers may be a moment apart.
      {
        name: translate('dashboard:figure.offline'),
        step: 0,
        values: counts.map((floorCount) => Math.max(0, floorCount.count - floorCount.online)),
      },
      {
        name: translate('dashboard:figure.online'),
        step: 3,
        values: counts.map((floorCount) => floorCount.online),
      },
    ],
  }
}
