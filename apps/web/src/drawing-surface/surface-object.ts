import type { Point, Size } from '../map-engine/index.ts'
import type { Tokens } from '../ui/tokens.ts'

/** What a handle is painted with. The context's unit is the CSS pixel. */
export interface HandleView {
  readonly ctx: CanvasRenderingContext2D
  /** Its middle, in CSS pixels of the view. */
  readonly at: Point
  /** The colour of the object that it belongs to. */
  readonly colour: string
  readonly tokens: Tokens
  /** Reached by key, or pressed last. */
  readonly isChosen: boolean
  /** Device pixels per CSS pixel: a shadow does not follow the context's unit. */
  readonly ratio: number
}

/** A point of an object that a pointer can take hold of. */
export interface SurfaceHandle {
  /** Unique within its object. */
  readonly id: string
  /** In pixels of the plan. */
  readonly at: Point
  /** The CSS cursor that says what a drag from here does. */
  readonly cursor: string
  /** Whether Tab goes to it; in the order of the handles. */
  readonly byKey: boolean
  /** Sides of what stands on its point, as a pin, in CSS pixels; without, a pointer takes hold of it around the point. */
  readonly standing?: Size
  readonly paint: (view: HandleView) => void
}

/** What an object looks like: lines through points, an area within them, or a circle. In pixels of the plan. */
export type SurfaceForm =
  | { readonly kind: 'line' | 'area'; readonly points: readonly Point[] }
  | { readonly kind: 'circle'; readonly centre: Point; readonly radius: number }

/** One thing on the drawing surface. A new object for every change: the surface never writes to it. */
export interface SurfaceObject {
  /** Unique on the surface. */
  readonly id: string
  readonly form: SurfaceForm
  readonly colour: (tokens: Tokens) => string
  /** Of its lines, in CSS pixels: the same at every zoom. */
  readonly lineWidth: number
  /** From 0 to 1; 0 leaves an area empty. */
  readonly fillOpacity: number
  /** Lengths of dashes and gaps in CSS pixels; a whole line without. */
  readonly dashes?: readonly number[]
  /** The CSS cursor over its area or line; without, a pointer does not hit it. */
  readonly cursor?: string
  readonly handles: readonly SurfaceHandle[]
  /** Stands below it. */
  readonly label?: string
}

/** What lies under a pointer: a handle of an object, or the object itself. */
export interface SurfacePart {
  readonly object: string
  readonly handle: string | undefined
  readonly cursor: string
}
