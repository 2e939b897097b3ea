import type { MonitorMark } from '@wardtrack/contracts'
import {
  type HandleView,
  paintCross,
  type SurfaceHandle,
  type SurfaceObject,
} from '../../../drawing-surface/index.ts'
import { drawPin, markerSize, type Point } from '../../../map-engine/index.ts'
import type { MonitorDrawing } from './monitor-drawing.ts'

/** Position of a new monitor during its dialog, in pixels of the plan. */
export interface RequestedMonitor extends Point {
  readonly label: string
}

/** Look of the drawing besides the stored monitors. */
export interface MonitorLook {
  /** Returns the label below a monitor. */
  readonly label: (mark: MonitorMark) => string
  /** Ids of the labelled monitors. */
  readonly highlighted: readonly (string | undefined)[]
  /** Monitor moved by keys, at its new position. */
  readonly carried: MonitorMark | undefined
  readonly requested: RequestedMonitor | undefined
  /** Cross at the position of the next monitor. */
  readonly cross: Point | undefined
}

/** Ids of objects that are not monitors. */
const CROSS = 'cross'
const REQUESTED = 'requested'
/** Distance between the plate and the ring of the chosen monitor, in CSS pixels. */
const ringGap = 4

/** Returns the position of a monitor, in pixels of the plan. */
export const placeOf = ({ xCoordinate: x, yCoordinate: y }: MonitorMark): Point => ({ x, y })

/** Returns the objects of the surface for a drawing, with the new monitor and the cross on top. */
export function monitorObjects(drawing: MonitorDrawing, look: MonitorLook): SurfaceObject[] {
  const { carried, highlighted, requested, cross, label } = look
  const monitors = drawing.map((mark) => {
    const { hierarchyId } = mark
    const shown = carried?.hierarchyId === hierarchyId ? carried : mark
    return pinObject(hierarchyId, placeOf(shown), highlighted.includes(hierarchyId) ? label(mark) : undefined)
  })
  return [
    ...monitors,
    ...(requested ? [pinObject(REQUESTED, requested, requested.label, false)] : []),
    ...(cross
      ? [pointObject(CROSS, { at: cross, cursor: 'crosshair', byKey: false, paint: paintCross })]
      : []),
  ]
}

function pinObject(id: string, at: Point, label: string | undefined, byKey = true): SurfaceObject {
  const standing = markerSize.monitor
  const object = pointObject(id, { at, cursor: 'move', byKey, standing, paint: paintMonitor })
  return label === undefined ? object : { ...object, label }
}

const pointObject = (id: string, handle: Omit<SurfaceHandle, 'id'>): SurfaceObject => ({
  id,
  form: { kind: 'line', points: [{ x: handle.at.x, y: handle.at.y }] },
  colour: ({ text }) => text,
  lineWidth: 1,
  fillOpacity: 0,
  handles: [{ ...handle, id }],
})

function paintMonitor({ ctx, at, tokens, isChosen, ratio }: HandleView): void {
  ctx.translate(at.x, at.y)
  drawPin(ctx, 'monitor', tokens, ratio)
  if (!isChosen) return
  const { width, height } = markerSize.monitor
  const side = width + 2 * ringGap
  ctx.beginPath()
  ctx.roundRect(-side / 2, -height - ringGap, side, side, 12)
  ctx.strokeStyle = tokens.link
  ctx.lineWidth = 3
  ctx.stroke()
}
