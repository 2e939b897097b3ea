import type { Camera } from '../camera.ts'
import type { Point, Rect } from '../geometry.ts'
import type { PointerKind } from '../input/pointer-sample.ts'
import { containsPoint, type Handle, handlePoint, handles } from './geofence-rect.ts'

/** How far from a handle's middle a pointer still means it, in CSS pixels: targets of 24, for fingers 44. */
const grabRadius = { mouse: 12, pen: 14, touch: 22 } as const

/** A part of a rectangle that a pointer can mean. */
export type RectPart = Handle | 'middle'

/** A rectangle of the map in pixels of the view. */
export function rectToScreen(rect: Rect, camera: Camera): Rect {
  const { x, y } = camera.toScreen(rect)
  return { x, y, width: rect.width * camera.scale, height: rect.height * camera.scale }
}

/**
 * The part of a rectangle under a point of the view. Its inner half is always the middle, so that a rectangle
 * smaller than its handles can still be moved.
 */
export function hitTestRect(
  rect: Rect | undefined,
  at: Point,
  camera: Camera,
  kind: PointerKind,
): RectPart | undefined {
  if (!rect) return undefined
  const box = rectToScreen(rect, camera)
  const maxDistance = grabRadius[kind]
  const edge = { x: Math.min(maxDistance, box.width / 4), y: Math.min(maxDistance, box.height / 4) }
  const inner = {
    x: box.x + edge.x,
    y: box.y + edge.y,
    width: box.width - 2 * edge.x,
    height: box.height - 2 * edge.y,
  }
  if (containsPoint(inner, at)) return 'middle'
  return handleAt(box, at, maxDistance) ?? (containsPoint(box, at) ? 'middle' : undefined)
}

function handleAt(box: Rect, at: Point, maxDistance: number): Handle | undefined {
  let best: { handle: Handle; gap: number } | undefined
  for (const handle of handles) {
    const place = handlePoint(box, handle)
    const gap = Math.max(Math.abs(place.x - at.x), Math.abs(place.y - at.y))
    if (gap <= maxDistance && (!best || gap < best.gap)) best = { handle, gap }
  }
  return best?.handle
}

/** The cursor that says what a drag from here does. */
export function cursorFor(part: RectPart | undefined): string {
  if (!part) return 'crosshair'
  if (part === 'middle') return 'move'
  if (part.dx === 0) return 'ns-resize'
  if (part.dy === 0) return 'ew-resize'
  return part.dx === part.dy ? 'nwse-resize' : 'nesw-resize'
}
