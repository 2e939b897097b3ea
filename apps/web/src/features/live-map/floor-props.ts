import type { AssetPointer } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
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
  /** Shows an asset on the map, as soon as its plan is there. */
  readonly onChoose: (id: string) => void
}

/** What the map is, for who cannot see it. */
export const mapLabel = (map: string, count: number, { name }: MapScope): string =>
  translate(`live-map:${name}.mapLabel`, { map, count })

/** About as high as a phone's sheet with a chosen asset, CSS pixels: markers are moved out from under it. */
export const sheetHeight = 330
