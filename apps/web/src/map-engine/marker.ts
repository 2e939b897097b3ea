import type { FenceOutline } from './fence-outline.ts'
import type { Point, Rect } from './geometry.ts'

/**
 * How a marker looks at rest. Shape tells the type of asset, fill and glyph tell its state; `-alert` is the type's
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

/** Colour of the cluster that stands for several markers. */
export type ClusterTone = 'yellow' | 'ink'

/** One asset on the plan. `x`, `y`: pixels of the plan image. */
export interface MapMarker extends Point {
  /** Unique on this map. */
  readonly id: string
  /** The asset that the marker shows. Markers of one asset are highlighted together. */
  readonly assetKey: string
  readonly look: MarkerLook
  /** The position is older than the stale limit: faded, with a clock. */
  readonly stale: boolean
  /** Accessible name, read out when the marker is reached by keyboard. */
  readonly label: string
}

/** A geofence to be drawn: the rectangle around it in plan pixels, and its name. */
export interface MapFence extends Rect {
  readonly id: string
  readonly name: string
  /** What it covers of the rectangle; absent: all of it. */
  readonly outline?: FenceOutline
  /** Other fences while one is drawn: half opacity. */
  readonly dimmed?: boolean
  /** Pointed at, here or in the list beside the map: filled more strongly, never dimmed. */
  readonly highlighted?: boolean
}

/** An icon whose foot stands on a point: the location pin of one asset, its home, or a monitor. */
export interface MapPin extends Point {
  readonly id: string
  readonly kind: 'pin' | 'home' | 'monitor'
  readonly label: string
  /** Pointed at, here or in the list beside the map: shows its label. */
  readonly highlighted?: boolean
}

/** A point that something went through. A corner is one that the way turned at: it was not seen there. */
export interface TrailPoint extends Point {
  readonly corner?: boolean
}

/** The points that something went through, in their order, joined by straight lines. */
export interface MapTrail {
  readonly points: readonly TrailPoint[]
  /** Index of the point at which it is now; what follows is drawn faintly. */
  readonly reached: number
}

/** Sizes in CSS pixels. */
export const markerSize = {
  shape: 20,
  edge: 1.5,
  /** Side of the square in which a pointer hits a marker. */
  hitArea: 37,
  cluster: 33,
  pin: { width: 35, height: 50 },
  home: { width: 35, height: 50 },
  monitor: { width: 40, height: 55 },
} as const

/** Above this many markers in view glyphs are dropped: shape and fill stay. */
export const glyphLimit = 400

/** A move is animated for this long, if the hop is shorter than this many screen pixels. */
export const moveAnimation = { milliseconds: 400, below: 120 } as const
