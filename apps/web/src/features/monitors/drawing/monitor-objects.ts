import type { MonitorMark } from '@wardtrack/contracts'
import {
  type HandleView,
  paintCross,
  type SurfaceHandle,
  type SurfaceObject,
} from '../../../drawing-surface/index.ts'
import { drawPin, markerSize, type Point } from '../../../map-engine/index.ts'
import type { MonitorDrawing } from './monitor-drawing.ts'

/** A monitor that is asked for and not there yet. Pixels of the plan. */
export interface RequestedMonitor extends Point {
  readonly label: string
}

/** What is drawn beside the monitors as they stand. */
export interface MonitorLook {
  /** Says below a monitor which one it is. */
  readonly label: (mark: MonitorMark) => string
  /** The ones that are labelled. */
  readonly highlighted: readonly (string | undefined)[]
  /** Where keys carry a monitor. */
  readonly carried: MonitorMark | undefined
  readonly requested: RequestedMonitor | undefined
  /** The cross that says where the next monitor will stand. */
  readonly cross: Point | undefined
}

/** Objects that are no monitor. */
const CROSS = 'cross'
const REQUESTED = 'requested'
/** From the plate to the ring around the chosen one, in CSS pixels. */
const ringGap = 4

/** Where a monitor stands, in pixels of the plan. */
export const placeOf = ({ xCoordinate: x, yCoordinate: y }: MonitorMark): Point => ({ x, y })

/** A drawing as objects of the surface: what is asked for and the cross above all. */
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
