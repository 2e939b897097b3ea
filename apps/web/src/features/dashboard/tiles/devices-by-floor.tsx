import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { floorsQuery } from '../../../lib/floors.query.ts'
import { translate } from '../../../lib/i18n/i18n.ts'
import type { ChartFigures } from '../../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../../ui/chart/chart-panel.tsx'
import { ONLINE } from '../../../ui/state-looks.ts'
import { BarList } from '../bar-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { EQUIPMENT } from './equipment.ts'

/** In CSS pixels: the height of a floor's bar with its gap, and the height of legend and axis. */
const BAR_HEIGHT = 30
const FRAME_HEIGHT = 70
/** In CSS pixels: maximum height of a chart that fits completely into the tile. */
const MIN_HEIGHT = 240

interface Floor {
  readonly mapId: string
  readonly name: string
  readonly count: number
}

/** A floor and its number of online devices. The two numbers come from separate requests, a moment apart. */
type CountedFloor = Floor & { readonly online: number; readonly offline: number }

/** Number of devices on each floor, and of online devices. */
export function DevicesByFloor() {
  const { t } = useTranslation('dashboard')
  const { size, title } = useTilePlace()
  const floors = useQuery(floorsQuery([EQUIPMENT]))
  const online = useQuery(floorsQuery([{ ...EQUIPMENT, 'Fields.DeviceStatus': ONLINE }]))
  const counted = floors.data && online.data ? countFloors(floors.data, online.data) : undefined
  if (counted && counted.length > 0 && size === 'large')
    return (
      <ChartPanel
        title={title}
        frame={Tile}
        figures={floorFigures(counted)}
        height={Math.max(MIN_HEIGHT, counted.length * BAR_HEIGHT + FRAME_HEIGHT)}
      />
    )
  return (
    <Tile>
      <TileQuery query={{ ...(floors.data ? online : floors), data: counted }} failed={t('floorsFailed')}>
        {(loaded) =>
          loaded.length === 0 ? (
            <TileEmpty>{t('noneOnMap')}</TileEmpty>
          ) : (
            <BarList
              label={title}
              rows={loaded.map(({ mapId, name, online: count, offline }) => ({
                key: mapId,
                name,
                parts: [
                  { count: offline, step: 0 },
                  { count, step: 3 },
                ],
              }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}

function countFloors(floors: readonly Floor[], online: readonly Floor[]): CountedFloor[] {
  const onlineOn = new Map(online.map(({ mapId, count }) => [mapId, count]))
  return floors.map((floor) => {
    const onlineCount = Math.min(floor.count, onlineOn.get(floor.mapId) ?? 0)
    return { ...floor, online: onlineCount, offline: floor.count - onlineCount }
  })
}

const floorFigures = (floors: readonly CountedFloor[]): ChartFigures => ({
  kind: 'bars',
  categoryTitle: translate('dashboard:column.floor'),
  categories: floors.map(({ name }) => name),
  series: [
    { name: translate('dashboard:figure.offline'), step: 0, values: floors.map(({ offline }) => offline) },
    { name: translate('dashboard:figure.online'), step: 3, values: floors.map(({ online }) => online) },
  ],
})
