import type { Point, Size } from '../map-engine/index.ts'
import type { Tokens } from '../ui/tokens.ts'

/** Values for painting a handle. The context's unit is the CSS pixel. */
export interface HandleView {
  readonly ctx: CanvasRenderingContext2D
  /** Middle of the handle, in CSS pixels of the view. */
  readonly at: Point
  /** Colour of the handle's object. */
  readonly colour: string
  readonly tokens: Tokens
  /** True if the handle was reached by key or pressed last. */
  readonly isChosen: boolean
  /** Device pixels per CSS pixel. Shadows need the ratio because they ignore the context's unit. */
  readonly ratio: number
}

/** A point of an object that a pointer can drag. */
export interface SurfaceHandle {
  /** Unique within its object. */
  readonly id: string
  /** In pixels of the plan. */
  readonly at: Point
  /** CSS cursor for a drag from this handle. */
  readonly cursor: string
  /** True if Tab reaches the handle. Tab follows the order of the handles. */
  readonly byKey: boolean
  /**
   * Size in CSS pixels of a handle whose foot is at its point, such as a pin. Without a size, the hit area is centred
   * on the point.
   */
  readonly standing?: Size
  readonly paint: (view: HandleView) => void
}

/** Form of an object in pixels of the plan: a line through points, an area within them, or a circle. */
export type SurfaceForm =
  | { readonly kind: 'line' | 'area'; readonly points: readonly Point[] }
  | { readonly kind: 'circle'; readonly centre: Point; readonly radius: number }

/** One object on the drawing surface. The surface never changes it; each change needs a new object. */
export interface SurfaceObject {
  /** Unique on the surface. */
  readonly id: string
  readonly form: SurfaceForm
  readonly colour: (tokens: Tokens) => string
  /** Width of the object's lines in CSS pixels, the same at every zoom. */
  readonly lineWidth: number
  /** From 0 to 1; 0 leaves an area empty. */
  readonly fillOpacity: number
  /** Lengths of dashes and gaps in CSS pixels; without them the line is solid. */
  readonly dashes?: readonly number[]
  /** CSS cursor over the object's area or line; without a cursor, pointers do not hit the object. */
  readonly cursor?: string
  readonly handles: readonly SurfaceHandle[]
  /** Text below the object. */
  readonly label?: string
}

/** Part under a pointer: a handle of an object, or the object itself. */
export interface SurfacePart {
  readonly object: string
  readonly handle: string | undefined
  readonly cursor: string
}
