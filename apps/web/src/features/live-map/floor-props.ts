import type { AssetPointer } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { Target } from '../../map-engine/index.ts'
import type { MapEngineHost, OpenPlan } from '../map-canvas/index.ts'
import type { MapScope } from './map-scope.ts'
import type { useFloorMaps } from './use-floor-maps.ts'
import type { useLivePointers } from './use-live-pointers.ts'

/** A floor and its selection, for both screen sizes. */
export interface FloorProps {
  readonly floors: ReturnType<typeof useFloorMaps>
  readonly plan: OpenPlan | undefined
  readonly map: MapEngineHost
  readonly query: ReturnType<typeof useLivePointers>['query']
  /** Assets that are not hidden. */
  readonly pointers: readonly AssetPointer[]
  /** Hovered target, else the focused one, which the tooltip describes. */
  readonly target: Target | undefined
  readonly focused: Target | undefined
  /** Keys of the assets highlighted in the list. */
  readonly highlighted: ReadonlySet<string>
  readonly pointerOf: (id: string) => AssetPointer | undefined
  readonly announcement: string
  /** Members of the listed cluster. */
  readonly clusterMembers: readonly AssetPointer[]
  readonly onClusterClosed: () => void
  /** Shows an asset on the map, as soon as its plan has loaded. */
  readonly onChoose: (id: string) => void
}

/** Returns the name of the map for screen readers. */
export const mapLabel = (map: string, count: number, { name }: MapScope): string =>
  translate(`live-map:${name}.mapLabel`, { map, count })

/** Approximate height of a phone's sheet with a chosen asset, in CSS pixels. Markers are moved out from under it. */
export const sheetHeight = 330
