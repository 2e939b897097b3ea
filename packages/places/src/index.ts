export {
  type Box,
  boxAround,
  factorTo,
  geometryOf,
  type MapGeometry,
  type Point,
  pointOn,
  rounded,
  scaled,
  scaledArea,
} from './map-geometry.ts'
export { connectionsOf, presentLanes, stopKey } from './map-lanes.ts'
export {
  createPlaceCache,
  markedPoint,
  type Place,
  type PlaceCache,
  type PlaceLookup,
} from './place-cache.ts'
export { publishPlacesChanged } from './places-version.ts'
export { createWalkingGraphCache, type WalkingGraphCache, type WalkingGraphs } from './walking-graph-cache.ts'
