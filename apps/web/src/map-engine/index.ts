export { type Fit, zoomLimits } from './camera.ts'
export { browserEnvironment, type MapEnvironment } from './environment.ts'
export type { Insets, Point, Rect, Size } from './geometry.ts'
export type { PointerKind } from './interactions/interaction.ts'
export type { PlanImage } from './layers/plan-layer.ts'
export type { MapActions } from './map-controls.ts'
export type { MapSnapshot } from './map-core.ts'
export { MapEngine, type MapEngineOptions } from './map-engine.ts'
export {
  type MapFence,
  type MapFigure,
  type MapMarker,
  type MarkerLook,
} from './marker.ts'
export type { Target } from './scene.ts'
export { drawMarkerPicture, type MarkerPicture, pictureSide } from './sprites/picture.ts'
