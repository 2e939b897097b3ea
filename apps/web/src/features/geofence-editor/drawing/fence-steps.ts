import type { Point, Size } from '../../../map-engine/index.ts'
import { handlesOf } from './fence-objects.ts'
import { type FenceDrawing, moveShape, pullHandle } from './fence-shape.ts'
import { stretchRect } from './rectangle-shape.ts'

/** One press of an arrow key. */
export interface ArrowStep {
  /** In pixels of the plan. */
  readonly step: Point
  /** Chosen handle; undefined moves the whole shape. */
  readonly handle: string | undefined
  /** True if the key moves the right and lower side of a rectangle. */
  readonly isStretch: boolean
  readonly bounds: Size
}

/** Returns the drawing after an arrow key; undefined if the key moves nothing. */
export function steppedDrawing(
  drawing: NonNullable<FenceDrawing>,
  { step, handle, isStretch, bounds }: ArrowStep,
): FenceDrawing {
  if (handle !== undefined) {
    const pulled = handlesOf(drawing, Number.POSITIVE_INFINITY).find(({ id }) => id === handle)
    return pulled && pullHandle(drawing, handle, shifted(pulled.at, step), bounds)
  }
  if (drawing.kind === 'open') return undefined
  if (isStretch && drawing.kind === 'rectangle')
    return { kind: 'rectangle', rect: stretchRect(drawing.rect, step.x, step.y, bounds) }
  return moveShape(drawing, step.x, step.y, bounds)
}

const shifted = ({ x, y }: Point, step: Point): Point => ({ x: x + step.x, y: y + step.y })
