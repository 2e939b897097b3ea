import { queryOptions } from '@tanstack/react-query'
import type { Asset, AssetPointer } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import type { Point } from '../../map-engine/index.ts'

/**
 * Where a home lies: its map, and, where something stands in it, about which point. `isArea`: it holds several places in
 * which something stands, a floor for example, so that no point of it is meant.
 */
export interface HomePosition {
  readonly mapId: string
  readonly at: Point | undefined
  readonly isArea: boolean
}

type Condition = Record<string, string>

/** The assets at a place, or anywhere in it. */
const within = (values: readonly string[]): Condition =>
  Object.fromEntries(values.map((value, index) => [`CurrentLocation.fullPath.Level_${index + 1}`, value]))

/** A place has a name and no outline: the map that holds who stands there, else in the nearest place around it. */
async function mapOf(values: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (let depth = values.length; depth > 1; depth -= 1) {
    const maps = await api.call('getfilterMap', { body: [within(values.slice(0, depth))], signal })
    // A building that lies on several floors does not say on which of them the place is.
    if (maps.length > 0) return maps.length === 1 || depth === values.length ? maps[0]?.mapId : undefined
  }
  return undefined
}

const median = (numbers: number[]): number | undefined =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** The middle of those who stand there: an asset that only passes by does not move it. */
function medianPosition(pointers: readonly AssetPointer[]): Point | undefined {
  const xs = pointers.flatMap(({ CurrentLocation: { xCenterPoint: x } }) => (x === null ? [] : [x]))
  const ys = pointers.flatMap(({ CurrentLocation: { yCenterPoint: y } }) => (y === null ? [] : [y]))
  const x = median(xs)
  const y = median(ys)
  return x === undefined || y === undefined ? undefined : { x, y }
}

/** Where an asset's home is drawn; null when no map is known for it. */
export const homePositionQuery = (home: NonNullable<Asset['HomeLocation']>) =>
  queryOptions({
    queryKey: [KEYS.maps, 'home', home.fullPath, home.mapId ?? ''],
    queryFn: async ({ signal }): Promise<HomePosition | null> => {
      const values = levelValues(home.fullPath)
      const mapId = home.mapId ?? (await mapOf(values, signal))
      if (mapId === undefined) return null
      const body = [{ 'CurrentLocation.mapId': mapId, ...within(values) }]
      const { data } = await api.call('mapsPointerAllAssets', { body, signal })
      const places = new Set(data.map(({ CurrentLocation }) => pathText(CurrentLocation.fullPath)))
      const isArea = places.size > 1
      return { mapId, at: isArea ? undefined : medianPosition(data), isArea }
    },
    staleTime: 5 * 60_000,
  })
