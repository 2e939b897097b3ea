import type { Point } from '../geometry.ts'

export type PointerKind = 'mouse' | 'touch' | 'pen'

/** A pointer event, with its place in CSS pixels of the view. */
export interface PointerSample {
  readonly pointer: number
  readonly kind: PointerKind
  readonly at: Point
  /** True while Alt is held. */
  readonly alt: boolean
}
