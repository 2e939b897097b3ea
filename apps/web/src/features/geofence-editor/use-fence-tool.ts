import { useEffect, useState, useSyncExternalStore } from 'react'
import { type SurfaceToolState, useDrawingSurface } from '../../drawing-surface/index.ts'
import type { OpenPlan } from '../map-canvas/index.ts'
import { type FenceDrawing, type FenceShape, shapeOf } from './drawing/fence-shape.ts'
import { type DrawnKind, FenceTool } from './drawing/fence-tool.ts'
import { shapeSizeText } from './shape-texts.ts'
import { useRooms } from './use-rooms.ts'

/** What a pointer does on the plan: move it, draw a shape, or take a room. */
export type PointerMode = 'move' | DrawnKind

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
  /** The rooms that can be taken. */
  readonly rooms: ReturnType<typeof useRooms>
}

/** A tool that knows the plan's real size. */
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
  // A shape that was taken from a room can be edited like any other of its kind.
  const rooms = useRooms(mapId, tool, setMode)
  return { tool, state, shape: shapeOf(state.drawing), mode, setMode, surface, rooms }
}
