export { type AreaGrid, createAreaGrid } from './area-grid.ts'
export {
  type AvailabilityQuestion,
  batteryOf,
  CANDIDATE_FIELDS,
  type Candidate,
  isPlaced,
  leftOutReason,
  type PlacedCandidate,
} from './availability.ts'
export { type CleaningPlaces, createCleaningPlaces } from './cleaning-places.ts'
export { estimatePresence, PRESENCE_WINDOW_MS, type Presence, type Sighting } from './estimate-presence.ts'
export { type FenceArea, isInArea, isNearArea, toFenceArea } from './fence-area.ts'
export {
  type Box,
  boxAround,
  clampedTo,
  factorTo,
  geometryOf,
  inMetres,
  type MapGeometry,
  type Point,
  pointOn,
  rounded,
  scaled,
  scaledArea,
} from './map-geometry.ts'
export { connectionsOf, presentLanes, stopKey } from './map-lanes.ts'
export { isMostlyCovered } from './outline-geometry.ts'
export {
  createPlaceCache,
  mapAbove,
  markedPoint,
  type PlaceCache,
  type PlaceLookup,
  pathKey,
  scalingOn,
} from './place-cache.ts'
export { publishPlacesChanged } from './places-version.ts'
export { isWithin, type Place, type Room } from './room-index.ts'
export { scaledDrawing } from './scaled-drawing.ts'
export { createUncleanAreas, type IsUnclean } from './unclean-areas.ts'
export { createWalkingGraphCache, type WalkingGraphCache, type WalkingGraphs } from './walking-graph-cache.ts'
