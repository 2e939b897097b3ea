import { useEffect, useState, useSyncExternalStore } from 'react'
import { type SurfaceToolState, useDrawingSurface } from '../../drawing-surface/index.ts'
import { formatMetres, formatSquareMetres } from '../../lib/i18n/formats.ts'
import type { Point, Rect } from '../../map-engine/index.ts'
import type { OpenPlan } from '../map-canvas/index.ts'
import {
  areaOfPoints,
  type FenceDrawing,
  type FenceShape,
  type ShapeKind,
  shapeOf,
} from './drawing/fence-shape.ts'
import { FenceTool } from './drawing/fence-tool.ts'

/** What a pointer does on the plan: move it, or draw a shape. */
export type PointerMode = 'move' | ShapeKind

/** The tool of one page, its state, and what a pointer does with it. */
export interface FenceDrawingTool {
  readonly tool: FenceTool
  readonly state: SurfaceToolState<FenceDrawing>
  /** What would be saved: undefined while nothing is drawn, or a polygon is not closed. */
  readonly shape: FenceShape | undefined
  readonly mode: PointerMode
  readonly setMode: (mode: PointerMode) => void
  /** What the tool draws on, while it is fetched. */
  readonly surface: ReturnType<typeof useDrawingSurface>
}

/** A rectangle's size as people read it: metres, or pixels of the plan where nobody knows its real size. */
export function sizeText({ width, height }: Rect, metres: Point | undefined): string {
  if (!metres) return `${Math.round(width)} px × ${Math.round(height)} px`
  return `${formatMetres(width * metres.x)} × ${formatMetres(height * metres.y)}`
}

/** The size of any shape: the sides of a rectangle, the radius of a circle, the area of a polygon. */
export function shapeSizeText(shape: FenceShape, metres: Point | undefined): string {
  if (shape.kind === 'rectangle') return sizeText(shape.rect, metres)
  if (shape.kind === 'circle') {
    const { radius } = shape
    return metres ? formatMetres(radius * Math.sqrt(metres.x * metres.y)) : `${Math.round(radius)} px`
  }
  const pixels = areaOfPoints(shape.points)
  return metres ? formatSquareMetres(pixels * metres.x * metres.y) : `${Math.round(pixels)} px²`
}

/** A tool that knows the plan's real size. */
export function useFenceTool(plan: OpenPlan | undefined): FenceDrawingTool {
  const [tool] = useState(() => new FenceTool())
  const [mode, setMode] = useState<PointerMode>('rectangle')
  const state = useSyncExternalStore(tool.subscribe, () => tool.state)
  const { x, y } = plan?.metresPerPixel ?? {}
  useEffect(() => {
    const metres = x === undefined || y === undefined ? undefined : { x, y }
    tool.setLabel((shape) => shapeSizeText(shape, metres))
  }, [tool, x, y])
  useEffect(() => {
    tool.setDrawing(mode !== 'move')
    if (mode !== 'move') tool.setKind(mode)
  }, [tool, mode])
  const surface = useDrawingSurface(tool)
  return { tool, state, shape: shapeOf(state.drawing), mode, setMode, surface }
}
