import type { AssetPointer } from '@wardtrack/contracts'
import type { Target } from '../../map-engine/index.ts'
import type { MapEngineHost, OpenPlan } from '../map-canvas/index.ts'
import type { MapScope } from './map-scope.ts'
import type { useFloorMaps } from './use-floor-maps.ts'
import type { useLivePointers } from './use-live-pointers.ts'

/** A floor and what is being looked at on it, for whichever screen shows it. */
export interface FloorProps {
  readonly floors: ReturnType<typeof useFloorMaps>
  readonly plan: OpenPlan | undefined
  readonly map: MapEngineHost
  readonly query: ReturnType<typeof useLivePointers>['query']
  /** Those that are not hidden. */
  readonly pointers: readonly AssetPointer[]
  /** Pointed at, else focused: what the tooltip tells about. */
  readonly target: Target | undefined
  readonly focused: Target | undefined
  /** Keys of the assets to be marked in the list. */
  readonly highlighted: ReadonlySet<string>
  readonly pointerOf: (id: string) => AssetPointer | undefined
  readonly announcement: string
  /** Members of the cluster that is listed. */
  readonly clusterMembers: readonly AssetPointer[]
  readonly onClusterClosed: () => void
}

/** What the map is, for who cannot see it. */
export function mapLabel(name: string, count: number, { singular, plural }: MapScope): string {
  return `${name}: ${count} ${plural}. Arrow keys go from ${singular} to ${singular}, Enter opens, plus and minus zoom, Page Up and Page Down change the map. The list beside it holds the same ${plural}.`
}

/** About as high as a phone's sheet with a chosen asset, CSS pixels: markers are moved out from under it. */
export const sheetHeight = 330
