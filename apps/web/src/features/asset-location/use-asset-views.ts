import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { pathText } from '../../lib/place.ts'
import type { MapPin, Point } from '../../map-engine/index.ts'
import { homePositionQuery } from './home-position.query.ts'

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
