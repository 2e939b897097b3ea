export { paintCorner, paintInsertion } from './handle-paints.ts'
export type { SurfaceHandle, SurfaceObject, SurfacePart } from './surface-object.ts'
export { type DragEdit, type SurfacePlace, SurfaceTool, type SurfaceToolState } from './surface-tool.ts'
export { useDrawingSurface } from './use-drawing-surface.ts'
