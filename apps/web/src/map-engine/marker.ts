import type { FenceOutline } from './fence-outline.ts'
import type { Point, Rect } from './geometry.ts'

/**
 * Look of a marker at rest. The shape shows the asset type; fill and glyph show its state. `-alert` is the type's
 * shape in the yellow of `rest`.
 */
export type MarkerLook =
  | 'rest'
  | 'infusing'
  | 'offline'
  | 'equipment'
  | 'clinician'
  | 'patient'
  | 'clinician-alert'
  | 'patient-alert'

/** Colour of a cluster. */
export type ClusterTone = 'yellow' | 'ink'

/** One asset on the plan. `x`, `y`: pixels of the plan image. */
export interface MapMarker extends Point {
  /** Unique on this map. */
  readonly id: string
  /** Asset of the marker. Markers of one asset are highlighted together. */
  readonly assetKey: string
  readonly look: MarkerLook
  /** True if the position is older than the stale limit; the marker is faded and has a clock. */
  readonly stale: boolean
  /** True if only the room of the asset is known; the marker has a dashed circle around it. */
  readonly inRoom?: boolean
  /** Accessible name, read out when the marker is reached by keyboard. */
  readonly label: string
}

/** A geofence on the plan: its bounding rectangle in plan pixels, and its name. */
export interface MapFence extends Rect {
  readonly id: string
  readonly name: string
  /** Shape of the fence within the rectangle; the whole rectangle if absent. */
  readonly outline?: FenceOutline
  /** True for other fences while one is drawn; half opacity. */
  readonly dimmed?: boolean
  /** True if hovered, here or in the list beside the map. The fence has a stronger fill and is never dimmed. */
  readonly highlighted?: boolean
}

/** An icon with its foot on a point: the location pin of an asset, its home location, or a monitor. */
export interface MapPin extends Point {
  readonly id: string
  readonly kind: 'pin' | 'home' | 'monitor'
  readonly label: string
  /** True if hovered, here or in the list beside the map. The pin shows its label. */
  readonly highlighted?: boolean
}

/** A point of a trail. A corner is a turn of the path where the asset was not seen. */
export interface TrailPoint extends Point {
  readonly corner?: boolean
}

/** Points of a trail in their order, joined by straight lines. */
export interface MapTrail {
  readonly points: readonly TrailPoint[]
  /** Index of the asset's current point; later points are drawn faintly. */
  readonly reached: number
}

/** Sizes in CSS pixels. */
export const markerSize = {
  shape: 20,
  edge: 1.5,
  /** Diameter of the circle around a marker whose room alone is known. */
  room: 34,
  /** Side of the square in which a pointer hits a marker. */
  hitArea: 37,
  cluster: 33,
  pin: { width: 35, height: 50 },
  home: { width: 35, height: 50 },
  monitor: { width: 40, height: 55 },
} as const

/** Number of markers in view above which glyphs are left out; shape and fill stay. */
export const glyphLimit = 400

/** Duration of a move animation, and the distance on screen below which a move is animated. */
export const moveAnimation = { milliseconds: 400, below: 120 } as const
