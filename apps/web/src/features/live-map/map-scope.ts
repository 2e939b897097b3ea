import type { AssetPointer } from '@wardtrack/contracts'
import { createContext, use, useMemo } from 'react'
import { translate } from '../../lib/i18n/i18n.ts'
import type { MarkerLook } from '../../map-engine/index.ts'
import { type FilterValues, filterCriteria } from '../../ui/filters/index.ts'
import { INFUSING, isConnectionKnown, ONLINE } from '../../ui/state-looks.ts'
import { useNow } from '../../ui/use-now.ts'

/** Scope of a map view: its assets and their look. */
export interface MapScope {
  /** Prefix of the keys of its texts. */
  readonly name: 'devices' | 'assets'
  /** Single asset type on the map; undefined for every type. */
  readonly assetType: string | undefined
  /** Further criteria of the assets; absent for all assets of the type. */
  readonly conditions?: readonly Record<string, unknown>[]
  /** Heat map of the page; if absent, users choose one or none. */
  readonly heat?: 'battery' | 'wifi'
  /** Returns the look of an asset's marker at rest. */
  readonly lookOf: (pointer: AssetPointer) => MarkerLook
}

/** Returns the look of a device. An offline device shows no infusion; its last one is in the history. */
function deviceLook({ DeviceStatus, InfusionStatus }: AssetPointer): MarkerLook {
  if (isConnectionKnown(DeviceStatus) && DeviceStatus !== ONLINE) return 'offline'
  return InfusionStatus === INFUSING ? 'infusing' : 'rest'
}

/** Returns the look of an asset by its type. An open geofence alert turns the marker yellow and keeps its shape. */
function typeLook({ AssetType, icon_type: icon }: AssetPointer): MarkerLook {
  if (AssetType === 'Clinician') return icon === 2 ? 'clinician-alert' : 'clinician'
  if (AssetType === 'Patient') return icon === 2 ? 'patient-alert' : 'patient'
  return icon === 2 ? 'rest' : 'equipment'
}

/** Equipment, with its state shown by the marker's fill and glyph. */
export const DEVICES: MapScope = {
  name: 'devices',
  assetType: 'Equipment',
  lookOf: deviceLook,
}

/** All assets, with their type shown by the marker's shape. */
export const ALL_ASSETS: MapScope = {
  name: 'assets',
  assetType: undefined,
  lookOf: typeLook,
}

/** Provides the scope to components inside. */
export const MapScopeContext = createContext<MapScope>(DEVICES)

/** Returns the scope of the map view around a component. */
export const useMapScope = (): MapScope => use(MapScopeContext)

/** Returns a scope narrowed by filters. A period that ends now gives the same scope until its start changes. */
export function useFilteredScope(scope: MapScope, filters: FilterValues): MapScope {
  const criteria = JSON.stringify(filterCriteria(filters, useNow()))
  return useMemo((): MapScope => {
    const conditions = JSON.parse(criteria) as Record<string, unknown>[]
    return conditions.length === 0 ? scope : { ...scope, conditions }
  }, [scope, criteria])
}

/** Formats a count: `81 devices`, `1 device`. */
export const countText = ({ name }: MapScope, count: number): string =>
  translate(`live-map:${name}.count`, { count })

/** True if live events of an asset type concern the map. */
export const includesAssetType = (scope: MapScope, assetType: string): boolean =>
  scope.assetType === undefined || scope.assetType === assetType
