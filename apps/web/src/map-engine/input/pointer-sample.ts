import type { Point } from '../geometry.ts'

export type PointerKind = 'mouse' | 'touch' | 'pen'

/** A pointer as the engine sees it: its place in CSS pixels of the view. */
export interface PointerSample {
  readonly pointer: number
  readonly kind: PointerKind
  readonly at: Point
  /** Whether Alt is held. */
  readonly alt: boolean
}
