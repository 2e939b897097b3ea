import { MIN_FENCE_AREA, polygonFault } from '@wardtrack/contracts/fence-rules'
import { messages } from '@wardtrack/contracts/messages'
import type { Point, Size } from '../../../map-engine/index.ts'
import { boxOf, type FenceShape } from './fence-shape.ts'

/** Plan of a shape. */
export interface FencePlan {
  /** In pixels. */
  readonly size: Size
  /** Metres per pixel along each side; undefined if unknown. */
  readonly metresPerPixel: Point | undefined
}

/** Server's error for a shape; `corner` is the first invalid corner of a polygon. */
export interface ShapeFault {
  readonly message: string
  readonly corner?: number
}

/** Returns the error of a shape on a plan; undefined if it can be saved. */
export function shapeFault(shape: FenceShape, { size, metresPerPixel }: FencePlan): ShapeFault | undefined {
  const box = boxOf(shape)
  const isOutside =
    box.x < 0 || box.y < 0 || box.x + box.width > size.width || box.y + box.height > size.height
  if (isOutside) return { message: messages.fenceOutside }
  const perSquareMetre = metresPerPixel && 1 / (metresPerPixel.x * metresPerPixel.y)
  if (shape.kind === 'polygon') return polygonFault(shape.points, perSquareMetre)
  const area = Math.PI * (box.width / 2) ** 2
  const isSmall =
    shape.kind === 'circle' && perSquareMetre !== undefined && area / perSquareMetre < MIN_FENCE_AREA
  return isSmall ? { message: messages.fenceTooSmall } : undefined
}
