import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { floorsQuery } from '../../../lib/floors.query.ts'
import { translate } from '../../../lib/i18n/i18n.ts'
import type { ChartFigures } from '../../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../../ui/chart/chart-panel.tsx'
import { OFFLINE, ONLINE, SILENT } from '../../../ui/state-looks.ts'
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

/** Shown connections, from the darkest bar to the lightest, with their criteria; the rest is not known. */
const CONNECTIONS = [
  { key: 'offline', stored: OFFLINE, step: 0 },
  { key: 'silent', stored: SILENT, step: 1 },
  { key: 'online', stored: ONLINE, step: 3 },
] as const
const UNKNOWN_STEP = 2

/** A floor and its number of devices of each connection. The numbers come from separate requests, a moment apart. */
type CountedFloor = Floor & Record<(typeof CONNECTIONS)[number]['key'] | 'connectionUnknown', number>

/** Number of devices on each floor, by connection. */
export function DevicesByFloor() {
  const { t } = useTranslation('dashboard')
  const { size, title } = useTilePlace()
  const floors = useQuery(floorsQuery([EQUIPMENT]))
  const connected = useQueries({
    queries: CONNECTIONS.map(({ stored }) => floorsQuery([{ ...EQUIPMENT, 'Fields.DeviceStatus': stored }])),
  })
  const parts = connected.flatMap(({ data }) => (data ? [data] : []))
  const isLoaded = parts.length === connected.length
  const counted = floors.data && isLoaded ? countFloors(floors.data, parts) : undefined
  const unready = connected.find(({ data }) => !data)
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
      <TileQuery
        query={{ ...((floors.data && unready) || floors), data: counted }}
        failed={t('floorsFailed')}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <TileEmpty>{t('noneOnMap')}</TileEmpty>
          ) : (
            <BarList
              label={title}
              rows={loaded.map((floor) => ({
                key: floor.mapId,
                name: floor.name,
                parts: [
                  ...CONNECTIONS.map(({ key, step }) => ({ count: floor[key], step })),
                  { count: floor.connectionUnknown, step: UNKNOWN_STEP },
                ],
              }))}
            />
          )
        }
      </TileQuery>
    </Tile>
  )
}

function countFloors(floors: readonly Floor[], parts: readonly (readonly Floor[])[]): CountedFloor[] {
  const countOn = (place: number, mapId: string): number =>
    parts[place]?.find((floor) => floor.mapId === mapId)?.count ?? 0
  return floors.map((floor) => {
    const [offline, silent, online] = [
      countOn(0, floor.mapId),
      countOn(1, floor.mapId),
      countOn(2, floor.mapId),
    ]
    const connectionUnknown = Math.max(0, floor.count - offline - silent - online)
    return { ...floor, offline, silent, online, connectionUnknown }
  })
}

const floorFigures = (floors: readonly CountedFloor[]): ChartFigures => ({
  kind: 'bars',
  categoryTitle: translate('dashboard:column.floor'),
  categories: floors.map(({ name }) => name),
  series: [
    ...CONNECTIONS.map(({ key, step }) => ({
      name: translate(`dashboard:figure.${key}`),
      step,
      values: floors.map((floor) => floor[key]),
    })),
    {
      name: translate('dashboard:figure.connectionUnknown'),
      step: UNKNOWN_STEP,
      values: floors.map(({ connectionUnknown }) => connectionUnknown),
    },
  ],
})
