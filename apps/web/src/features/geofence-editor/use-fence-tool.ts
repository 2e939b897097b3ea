import { useEffect, useState, useSyncExternalStore } from 'react'
import { type SurfaceToolState, useDrawingSurface } from '../../drawing-surface/index.ts'
import type { OpenPlan } from '../map-canvas/index.ts'
import { type FenceDrawing, type FenceShape, shapeOf } from './drawing/fence-shape.ts'
import { type DrawnKind, FenceTool } from './drawing/fence-tool.ts'
import { shapeSizeText } from './shape-texts.ts'
import { useRooms } from './use-rooms.ts'

/** Effect of a pointer on the plan: move it, draw a shape, or choose a room. */
export type PointerMode = 'move' | DrawnKind

/** Tool of a page, with its state and pointer mode. */
export interface FenceDrawingTool {
  readonly tool: FenceTool
  readonly state: SurfaceToolState<FenceDrawing>
  /** Shape to save; undefined without a drawing, or with an open polygon. */
  readonly shape: FenceShape | undefined
  readonly mode: PointerMode
  readonly setMode: (mode: PointerMode) => void
  /** Query of the drawing surface. */
  readonly surface: ReturnType<typeof useDrawingSurface>
  /** Query of the available rooms. */
  readonly rooms: ReturnType<typeof useRooms>
}

/** Creates a geofence tool that knows the plan's real size. */
export function useFenceTool(mapId: string, plan: OpenPlan | undefined): FenceDrawingTool {
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
  // The copied shape of a room can be edited like any other of its kind.
  const rooms = useRooms(mapId, tool, setMode)
  return { tool, state, shape: shapeOf(state.drawing), mode, setMode, surface, rooms }
}
