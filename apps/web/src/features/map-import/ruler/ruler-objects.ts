import type { SurfaceHandle, SurfaceObject } from '../../../drawing-surface/index.ts'
import type { Point } from '../../../map-engine/index.ts'

/** A measured line, in whole pixels of the plan. */
export interface RulerLine {
  readonly from: Point
  readonly to: Point
}

/** One of the two ends of a line. */
export type RulerEnd = keyof RulerLine

/** Id of the surface object whose handles are the ends of the line. */
export const RULER = 'ruler'

/** Half the width of the strokes at the ends of the line, and radii of the ends, in CSS pixels. */
const size = { cap: 9, end: 4.5, active: 6 }

interface RulerLook {
  /** End that keys move, drawn with a larger radius; undefined outside measuring. */
  readonly active: RulerEnd | undefined
  readonly label: string
}

/** Returns the objects of the surface for a line: light under dark, so that it is visible on every plan. */
export function rulerObjects(line: RulerLine, { active, label }: RulerLook): SurfaceObject[] {
  const form = { kind: 'line', points: [line.from, line.to] } as const
  return [
    {
      id: 'under the ruler',
      form,
      colour: ({ surface }) => surface,
      lineWidth: 6,
      fillOpacity: 0,
      handles: [],
    },
    {
      id: RULER,
      form,
      colour: ({ link }) => link,
      lineWidth: 2.5,
      fillOpacity: 0,
      handles: [endHandle('from', line, active), endHandle('to', line, active)],
      label,
    },
  ]
}

function endHandle(end: RulerEnd, line: RulerLine, active: RulerEnd | undefined): SurfaceHandle {
  const across = acrossOf(line)
  return {
    id: end,
    at: line[end],
    cursor: 'move',
    // Enter switches between the ends, and Tab leaves the map.
    byKey: false,
    paint: ({ ctx, at, colour, tokens }) => {
      ctx.lineCap = 'round'
      for (const [stroke, width] of [
        [tokens.surface, 6],
        [colour, 2.5],
      ] as const) {
        ctx.beginPath()
        ctx.moveTo(at.x - across.x, at.y - across.y)
        ctx.lineTo(at.x + across.x, at.y + across.y)
        ctx.strokeStyle = stroke
        ctx.lineWidth = width
        ctx.stroke()
      }
      const isActive = end === active
      ctx.beginPath()
      ctx.arc(at.x, at.y, isActive ? size.active : size.end, 0, 2 * Math.PI)
      ctx.fillStyle = isActive ? colour : tokens.surface
      ctx.fill()
      ctx.lineWidth = 2
      ctx.stroke()
    },
  }
}

/** Returns half of the stroke at the end of a line, in CSS pixels. Plan and view have the same directions. */
function acrossOf({ from, to }: RulerLine): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  return { x: (-(to.y - from.y) / length) * size.cap, y: ((to.x - from.x) / length) * size.cap }
}
