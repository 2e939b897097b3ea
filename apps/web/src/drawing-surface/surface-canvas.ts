import { type FabricObject, Point as FabricPoint, StaticCanvas } from 'fabric/es'
import { distance, type Point } from '../map-engine/index.ts'
import { HandleControl, handleSides } from './handle-control.ts'
import type { SurfaceHandle } from './surface-object.ts'

/**
 * A fabric canvas without fabric's pointer events, which would compete with those of the map. Every object shows its
 * handles; fabric's interactive canvas shows only those of the selected object.
 */
export class SurfaceCanvas extends StaticCanvas {
  /** Draws the labels above everything else. The context's unit is the CSS pixel. */
  drawLabels: (ctx: CanvasRenderingContext2D) => void = () => {}

  /** Object whose handles are drawn above those of others at the same place. */
  chosen: FabricObject | undefined

  override drawControls(ctx: CanvasRenderingContext2D): void {
    for (const object of this.getObjects()) if (object !== this.chosen) object.drawControls(ctx)
    this.chosen?.drawControls(ctx)
    this.drawLabels(ctx)
  }
}

/**
 * Returns the object's handle nearest to a point of the view, among those that the pointer hits.
 * @param isInside true if the point lies within the object; handles then leave room to drag the whole object
 */
export function handleAt(
  object: FabricObject,
  at: Point,
  kind: keyof typeof handleSides,
  isInside: boolean,
): SurfaceHandle | undefined {
  const reach = isInside ? reachWithin(object, kind) : Number.POSITIVE_INFINITY
  const pointer = new FabricPoint(at.x, at.y)
  let best: { handle: SurfaceHandle; gap: number } | undefined
  for (const [key, place] of Object.entries(object.oCoords)) {
    const control = object.controls[key]
    const square = kind === 'mouse' ? place.corner : place.touchCorner
    if (!(control instanceof HandleControl) || !control.shouldActivate(key, object, pointer, square)) continue
    const gap = distance(at, place)
    if (gap <= reach && (!best || gap < best.gap)) best = { handle: control.handle, gap }
  }
  return best?.handle
}

/** Returns at most a quarter of the object's shorter side. The inner half of a small object stays free to drag it. */
function reachWithin(object: FabricObject, kind: keyof typeof handleSides): number {
  const { width, height } = object.getBoundingRect()
  const shorter = Math.min(width, height) * (object.canvas?.getZoom() ?? 1)
  return shorter >= 2 * handleSides[kind] ? Number.POSITIVE_INFINITY : shorter / 4
}
