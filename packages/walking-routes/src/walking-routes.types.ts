/** A point in pixels of a map's image, origin top left. */
export type Point = { readonly x: number; readonly y: number }

/** A point of one map. */
export type MapPoint = Point & { readonly mapId: string }

/** A corridor's middle as people and equipment move on it: a line through two points or more. */
export type Lane = { readonly points: readonly Point[] }

/** A map as walking needs it. */
export type WalkingMap = {
  readonly mapId: string
  /** Metres that a pixel is wide and high; absent while the map's size is unknown: nothing is said of such a map. */
  readonly metresPerPixel?: Point | undefined
  readonly lanes: readonly Lane[]
}

/** What joins maps: a lift, stairs, or a corridor or bridge that goes on on another map. */
export type ConnectionKind = 'lift' | 'stairs' | 'passage'

/** A lift, stairs or a passage with the point of each map at which it is entered. */
export type Connection = {
  readonly kind: ConnectionKind
  readonly name: string
  /** In the order in which they are passed: floors from the lowest to the highest. */
  readonly stops: readonly MapPoint[]
}

/** What a walking graph is made of. */
export type WalkingGraphInput = {
  readonly maps: readonly WalkingMap[]
  readonly connections: readonly Connection[]
}

/** How far it is on foot. */
export type WalkingDistance = {
  /** Metres; a lift, stairs or a passage counts as metres of its own. */
  readonly metres: number
  /** Whether lanes tell this everywhere on the way; else some of it, or all, is a straight line. */
  readonly alongLanes: boolean
}

/** What is walked on one map without leaving it. */
export type RouteLeg = {
  readonly mapId: string
  /** Corners of the way in pixels, one or more. */
  readonly points: readonly Point[]
  /** What leads to this leg from the one before; absent in the first. */
  readonly via?: ConnectionKind
}

/** A way from one point to another. */
export type WalkingRoute = WalkingDistance & { readonly legs: readonly RouteLeg[] }
