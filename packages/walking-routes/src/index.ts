export { countJoints } from './join-lanes.ts'
export { JOIN_TOLERANCE_METRES } from './walking-costs.ts'
export { createWalkingGraph, type WalkingGraph } from './walking-graph.ts'
export type {
  Connection,
  ConnectionKind,
  Lane,
  MapPoint,
  Point,
  RouteLeg,
  WalkingDistance,
  WalkingGraphInput,
  WalkingMap,
  WalkingRoute,
} from './walking-routes.types.ts'
