import { useEffect, useState, useSyncExternalStore } from 'react'
import { FenceSketch, type SketchState } from '../../map-engine/index.ts'
import type { OpenPlan } from '../map-canvas/index.ts'

/** What a drag on the plan does. */
export type DragMode = 'draw' | 'move'

/** The sketch of one page, its state, and what a drag does to it. */
export interface SketchOnPage {
  readonly sketch: FenceSketch
  readonly state: SketchState
  readonly mode: DragMode
  readonly setMode: (mode: DragMode) => void
}

/** A sketch that knows the plan's real size. */
export function useFenceSketch(plan: OpenPlan | undefined): SketchOnPage {
  const [sketch] = useState(() => new FenceSketch())
  const [mode, setMode] = useState<DragMode>('draw')
  const state = useSyncExternalStore(sketch.subscribe, () => sketch.state)
  const { x, y } = plan?.metresPerPixel ?? {}
  useEffect(() => {
    sketch.setMetresPerPixel(x === undefined || y === undefined ? undefined : { x, y })
  }, [sketch, x, y])
  useEffect(() => sketch.setDrawing(mode === 'draw'), [sketch, mode])
  return { sketch, state, mode, setMode }
}
