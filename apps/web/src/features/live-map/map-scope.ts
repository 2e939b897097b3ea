import type { AssetPointer } from '@wardtrack/contracts'
import { createContext, use, useMemo } from 'react'
import { translate } from '../../lib/i18n/i18n.ts'
import type { MarkerLook } from '../../map-engine/index.ts'
import { type FilterValues, filterCriteria } from '../../ui/filters/index.ts'
import { INFUSING, ONLINE } from '../../ui/state-looks.ts'
import { useNow } from '../../ui/use-now.ts'

/** What a map view is about: which assets are on it, and how they look. */
export interface MapScope {
  /** First part of the keys of its texts. */
  readonly name: 'devices' | 'assets'
  /** The one asset type on the map; undefined for every type. */
  readonly assetType: string | undefined
  /** What else the assets on it have in common, as criteria; every asset of the type when left out. */
  readonly conditions?: readonly Record<string, unknown>[]
  /** The heat map that the page is about; people choose one, or none, when left out. */
  readonly heat?: 'battery' | 'wifi'
  /** How an asset's marker looks at rest. */
  readonly lookOf: (pointer: AssetPointer) => MarkerLook
}

/** An offline device shows no infusion: its last one is in the history. */
function deviceLook({ DeviceStatus, InfusionStatus }: AssetPointer): MarkerLook {
  if (DeviceStatus !== ONLINE) return 'offline'
  return InfusionStatus === INFUSING ? 'infusing' : 'rest'
}

/** An open geofence alert turns the marker yellow and leaves it its type's shape. */
function typeLook({ AssetType, icon_type: icon }: AssetPointer): MarkerLook {
  if (AssetType === 'Clinician') return icon === 2 ? 'clinician-alert' : 'clinician'
  if (AssetType === 'Patient') return icon === 2 ? 'patient-alert' : 'patient'
  return icon === 2 ? 'rest' : 'equipment'
}

/** Equipment, its state told by the marker's fill and glyph. */
export const DEVICES: MapScope = {
  name: 'devices',
  assetType: 'Equipment',
  lookOf: deviceLook,
}

/** Every asset, its type told by the marker's shape. */
export const ALL_ASSETS: MapScope = {
  name: 'assets',
  assetType: undefined,
  lookOf: typeLook,
}

/** Provides the scope to whatever names it. */
export const MapScopeContext = createContext<MapScope>(DEVICES)

/** What the map view around a component is about. */
export const useMapScope = (): MapScope => use(MapScopeContext)

/** A scope narrowed by filters. A period moves along with now: it is the same scope until its beginning changes. */
export function useFilteredScope(scope: MapScope, filters: FilterValues): MapScope {
  const criteria = JSON.stringify(filterCriteria(filters, useNow()))
  return useMemo((): MapScope => {
    const conditions = JSON.parse(criteria) as Record<string, unknown>[]
    return conditions.length === 0 ? scope : { ...scope, conditions }
  }, [scope, criteria])
}

/** `81 devices`, `1 device`. */
export const countText = ({ name }: MapScope, count: number): string =>
  translate(`live-map:${name}.count`, { count })

/** Whether live events of an asset type concern the map. */
export const includesAssetType = (scope: MapScope, assetType: string): boolean =>
  scope.assetType === undefined || scope.assetType === assetType
