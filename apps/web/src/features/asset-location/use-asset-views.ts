import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Asset, AssetPointer } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import type { MapPin, Point } from '../../map-engine/index.ts'

/**
 * Position of a home location: its map and, if assets are there, their approximate centre. `isArea` is true if the
 * home contains several places with assets, such as a floor. Then the home has no single point.
 */
interface HomePosition {
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
const homePositionQuery = (home: NonNullable<Asset['HomeLocation']>) =>
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

/** One of the floors that the panel can show. */
export interface AssetView {
  readonly kind: 'asset' | 'home'
  readonly mapId: string
  readonly centre: Point | undefined
  /** True for a place that contains several places and therefore has no single point. */
  readonly isArea: boolean
  readonly pins: readonly MapPin[]
  /** Content of the map in words. */
  readonly label: string
}

function pointOf({ CurrentLocation }: Asset): { mapId: string; at: Point } | undefined {
  const { mapId = null, xCenterPoint: x = null, yCenterPoint: y = null } = CurrentLocation ?? {}
  return mapId === null || x === null || y === null ? undefined : { mapId, at: { x, y } }
}

/**
 * Returns the floors of an asset's current place and its home location, combined if both are on one floor. If the
 * home is a whole area or no asset is there now, its floor is shown without a point.
 */
export function useAssetViews(asset: Asset): readonly AssetView[] {
  const { t } = useTranslation('asset-location')
  const { HomeLocation } = asset
  const home = useQuery({
    ...homePositionQuery(HomeLocation ?? { fullPath: {} }),
    enabled: HomeLocation !== undefined && Object.keys(HomeLocation.fullPath).length > 0,
  }).data
  return useMemo(() => {
    const name = asset.Fields.AssetName || asset.AssetId
    const position = pointOf(asset)
    const pin = position && { id: 'asset', kind: 'pin' as const, ...position.at, label: name }
    const homePin = home?.at && {
      id: 'home',
      kind: 'home' as const,
      ...home.at,
      label: t('homeOf', { asset: name }),
    }
    const isHomeOnSameMap = position !== undefined && position.mapId === home?.mapId
    const pins = [...(homePin ? [homePin] : []), ...(pin ? [pin] : [])]
    const views: AssetView[] = []
    if (position && pin)
      views.push({
        kind: 'asset',
        mapId: position.mapId,
        centre: position.at,
        isArea: false,
        pins: isHomeOnSameMap ? pins : [pin],
        label: t('assetOnMap', { asset: name, place: pathText(asset.CurrentLocation?.fullPath) }),
      })
    if (home)
      views.push({
        kind: 'home',
        mapId: home.mapId,
        centre: home.at,
        isArea: home.isArea,
        pins: isHomeOnSameMap ? pins : homePin ? [homePin] : [],
        label: t('homeOnMap', { asset: name, place: pathText(asset.HomeLocation?.fullPath) }),
      })
    return views
  }, [asset, home, t])
}
