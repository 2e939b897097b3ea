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
export { type HeatLevel, type HeatMap, heatColour } from './layers/heat-layer.ts'
export { drawLabel } from './layers/label.ts'
export type { Layer, View } from './layers/layer.ts'
export type { MapActions } from './map-controls.ts'
export type { MapSnapshot } from './map-core.ts'
export { MapEngine, type MapEngineOptions } from './map-engine.ts'
export type { MapFence, MapMarker, MapPin, MapTrail, MarkerLook } from './marker.ts'
export type { Target } from './marker-layout.ts'
export { drawMarkerPreview, type MarkerPreview, previewSize } from './sprites/marker-preview.ts'
export { HoverTool } from './tools/hover-tool.ts'
export type { LaneDrawing, LanePart, LaneStop } from './tools/lane-drawing.ts'
export { type LaneMode, LaneTool } from './tools/lane-tool.ts'
export { MonitorTool, type MonitorToolActions } from './tools/monitor-tool.ts'
export {
  arrowStep,
  type DragHandler,
  type KeyPress,
  Listeners,
  type MapTool,
  type ToolContext,
} from './tools/tool.ts'
export { UndoHistory } from './tools/undo-history.ts'
