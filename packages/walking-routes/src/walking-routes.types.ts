/** A point in pixels of a map's image, origin top left. */
export type Point = { readonly x: number; readonly y: number }

/** A point of one map. */
export type MapPoint = Point & { readonly mapId: string }

/** Centre line of a corridor on which people and equipment move: a line through two points or more. */
export type Lane = { readonly points: readonly Point[] }

/** A map for computing walking distances. */
export type WalkingMap = {
  readonly mapId: string
  /** Width and height of a pixel in metres; absent if the map's size is unknown, so that it has no distances. */
  readonly metresPerPixel?: Point | undefined
  readonly lanes: readonly Lane[]
}

/** Kind of connection between maps: a lift, stairs, or a corridor or bridge that continues on another map. */
export type ConnectionKind = 'lift' | 'stairs' | 'passage'

/** A lift, stairs or a passage with its entrance on each map. */
export type Connection = {
  readonly kind: ConnectionKind
  readonly name: string
  /** In order: floors from the lowest to the highest. */
  readonly stops: readonly MapPoint[]
}

/** Input of a walking graph. */
export type WalkingGraphInput = {
  readonly maps: readonly WalkingMap[]
  readonly connections: readonly Connection[]
}

/** Walking distance. */
export type WalkingDistance = {
  /** In metres; a lift, stairs or a passage counts as additional metres. */
  readonly metres: number
  /** True if the whole route is along lanes; otherwise some of it, or all, is a straight line. */
  readonly alongLanes: boolean
}

/** Part of a route on one map. */
export type RouteLeg = {
  readonly mapId: string
  /** Corners of the route in pixels, one or more. */
  readonly points: readonly Point[]
  /** Connection to this leg from the previous one; absent in the first. */
  readonly via?: ConnectionKind
}

/** A route from one point to another. */
export type WalkingRoute = WalkingDistance & { readonly legs: readonly RouteLeg[] }
