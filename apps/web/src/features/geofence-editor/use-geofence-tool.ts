import { useEffect, useState, useSyncExternalStore } from 'react'
import { GeofenceTool, type GeofenceToolState } from '../../map-engine/index.ts'
import type { OpenPlan } from '../map-canvas/index.ts'

/** What a drag on the plan does. */
export type DragMode = 'draw' | 'move'

/** The tool of one page, its state, and what a drag does to it. */
export interface GeofenceDrawing {
  readonly tool: GeofenceTool
  readonly state: GeofenceToolState
  readonly mode: DragMode
  readonly setMode: (mode: DragMode) => void
}

/** A tool that knows the plan's real size. */
export function useGeofenceTool(plan: OpenPlan | undefined): GeofenceDrawing {
  const [tool] = useState(() => new GeofenceTool())
  const [mode, setMode] = useState<DragMode>('draw')
  const state = useSyncExternalStore(tool.subscribe, () => tool.state)
  const { x, y } = plan?.metresPerPixel ?? {}
  useEffect(() => {
    tool.setMetresPerPixel(x === undefined || y === undefined ? undefined : { x, y })
  }, [tool, x, y])
  useEffect(() => tool.setDrawing(mode === 'draw'), [tool, mode])
  return { tool, state, mode, setMode }
}
