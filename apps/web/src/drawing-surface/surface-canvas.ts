import { type FabricObject, Point as FabricPoint, StaticCanvas } from 'fabric/es'
import { distance, type Point } from '../map-engine/index.ts'
import { HandleControl, handleSides } from './handle-control.ts'
import type { SurfaceHandle } from './surface-object.ts'

/**
 * Fabric's canvas without its own pointer events, which would compete with those of the map. Every object shows its
 * handles; an interactive canvas of fabric's shows those of the selected one.
 */
export class SurfaceCanvas extends StaticCanvas {
  /** Draws above everything else; the context's unit is the CSS pixel. */
  drawLabels: (ctx: CanvasRenderingContext2D) => void = () => {}

  /** Its handles are drawn above those of others, which may stand at the same place. */
  chosen: FabricObject | undefined

  override drawControls(ctx: CanvasRenderingContext2D): void {
    for (const object of this.getObjects()) if (object !== this.chosen) object.drawControls(ctx)
    this.chosen?.drawControls(ctx)
    this.drawLabels(ctx)
  }
}

/**
 * The handle of an object under a point of the view; of several the nearest.
 * @param isInside whether the point lies within the object: there handles leave room to take hold of the whole of it
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

/** A quarter of the shorter side of a small object: its inner half is always the whole of it, so that it can be moved. */
function reachWithin(object: FabricObject, kind: keyof typeof handleSides): number {
  const { width, height } = object.getBoundingRect()
  const shorter = Math.min(width, height) * (object.canvas?.getZoom() ?? 1)
  return shorter >= 2 * handleSides[kind] ? Number.POSITIVE_INFINITY : shorter / 4
}
