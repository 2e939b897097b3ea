import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatMetres } from '../../lib/i18n/formats.ts'
import { GeofenceTool, type GeofenceToolState, type Point, type Rect } from '../../map-engine/index.ts'
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

/** A rectangle's size as people read it: metres, or pixels of the plan where nobody knows its real size. */
export function sizeText({ width, height }: Rect, metres: Point | undefined): string {
  if (!metres) return `${Math.round(width)} px × ${Math.round(height)} px`
  return `${formatMetres(width * metres.x)} × ${formatMetres(height * metres.y)}`
}

/** A tool that knows the plan's real size. */
export function useGeofenceTool(plan: OpenPlan | undefined): GeofenceDrawing {
  const [tool] = useState(() => new GeofenceTool())
  const [mode, setMode] = useState<DragMode>('draw')
  const state = useSyncExternalStore(tool.subscribe, () => tool.state)
  const { x, y } = plan?.metresPerPixel ?? {}
  useEffect(() => {
    const metres = x === undefined || y === undefined ? undefined : { x, y }
    tool.setSizeText((rect) => sizeText(rect, metres))
  }, [tool, x, y])
  useEffect(() => tool.setDrawing(mode === 'draw'), [tool, mode])
  return { tool, state, mode, setMode }
}
