import { queryOptions } from '@tanstack/react-query'
import type { Asset, AssetPointer } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import type { Point } from '../../map-engine/index.ts'

/**
 * Position of a home location: its map and, if assets are there, their approximate centre. `isArea` is true if the
 * home contains several places with assets, such as a floor. Then the home has no single point.
 */
export interface HomePosition {
  readonly mapId: string
  readonly at: Point | undefined
  readonly isArea: boolean
}

type Condition = Record<string, string>

/** Returns the condition for assets at a place, or anywhere in it. */
const within = (values: readonly string[]): Condition =>
  Object.fromEntries(values.map((value, index) => [`CurrentLocation.fullPath.Level_${index + 1}`, value]))

/**
 * Returns the map of a place. A place has a name and no outline here. Its map is the one of assets at the place, else
 * of assets at the nearest enclosing place.
 */
async function mapOf(values: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (let depth = values.length; depth > 1; depth -= 1) {
    const maps = await api.call('getfilterMap', { body: [within(values.slice(0, depth))], signal })
    // A building on several floors does not tell the floor of the place.
    if (maps.length > 0) return maps.length === 1 || depth === values.length ? maps[0]?.mapId : undefined
  }
  return undefined
}

const median = (numbers: number[]): number | undefined =>
  numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Returns the median position of the assets, which a passing asset hardly changes. */
function medianPosition(pointers: readonly AssetPointer[]): Point | undefined {
  const xs = pointers.flatMap(({ CurrentLocation: { xCenterPoint: x } }) => (x === null ? [] : [x]))
  const ys = pointers.flatMap(({ CurrentLocation: { yCenterPoint: y } }) => (y === null ? [] : [y]))
  const x = median(xs)
  const y = median(ys)
  return x === undefined || y === undefined ? undefined : { x, y }
}

/** Query for the drawn position of an asset's home location; null if its map is unknown. */
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
