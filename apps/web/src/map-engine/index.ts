export { type Camera, zoomLimits } from './camera.ts'
export { browserEnvironment, type MapEnvironment } from './environment.ts'
export { type FenceOutline, isInOutline } from './fence-outline.ts'
export {
  clamp,
  containsPoint,
  distance,
  type Insets,
  midpoint,
  type Point,
  type Rect,
  type Size,
} from './geometry.ts'
export type { PointerKind, PointerSample } from './input/pointer-sample.ts'
export { type HeatLevel, type HeatMap, heatColour } from './layers/heat-map.ts'
export { drawLabel } from './layers/label.ts'
export type { Layer, View } from './layers/layer.ts'
export type { MapActions } from './map-controls.ts'
export type { MapSnapshot } from './map-core.ts'
export { MapEngine, type MapEngineOptions } from './map-engine.ts'
export {
  type MapFence,
  type MapMarker,
  type MapPin,
  type MapTrail,
  type MarkerLook,
  markerSize,
} from './marker.ts'
export type { Target } from './marker-layout.ts'
export { drawMarkerPreview, type MarkerPreview, previewSize } from './sprites/marker-preview.ts'
export { drawPin } from './sprites/pin-sprite.ts'
export { HoverTool } from './tools/hover-tool.ts'
export {
  type DragHandler,
  type KeyPress,
  type MapTool,
  type ToolContext,
} from './tools/tool.ts'
