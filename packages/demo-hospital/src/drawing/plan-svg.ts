import type { Segment } from '../plans/geometry.ts'
import type { DoorLeaf, FloorPlan, PlacedLabel, PlanLevel } from '../plans/plan.types.ts'
import { drawFurniture } from './furniture-shapes.ts'
import { placeLabel } from './labels.ts'
import { textPath } from './lettering.ts'
import { INK, PLAN_COLOURS, ROOM_COLOURS } from './palette.ts'

/** Draws corridors below rooms, so that a hall's colour never covers a room's edge. */
function drawRooms(level: PlanLevel): string {
  return [...level.rooms]
    .sort((a, b) => Number(b.kind === 'corridor') - Number(a.kind === 'corridor'))
    .map(
      (room) =>
        `<rect x="${room.x}" y="${room.y}" width="${room.w}" height="${room.h}" fill="${ROOM_COLOURS[room.kind]}"/>`,
    )
    .join('')
}

function drawWalls(segments: readonly Segment[], width: number): string {
  const path = segments.map(([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`).join('')
  return `<path d="${path}" fill="none" stroke="${PLAN_COLOURS.wall}" stroke-width="${width}" stroke-linecap="square"/>`
}

/** Draws an open door leaf; the quarter circle shows its swing. */
function drawLeaf(leaf: DoorLeaf): string {
  const { hinge, open, closed } = leaf
  if (leaf.style === 'lift' || leaf.style === 'slide')
    return `<path d="M${hinge.x} ${hinge.y}L${closed.x} ${closed.y}" stroke-dasharray="7 3"/>`
  const radius = Math.hypot(open.x - hinge.x, open.y - hinge.y)
  const cross = (open.x - hinge.x) * (closed.y - hinge.y) - (open.y - hinge.y) * (closed.x - hinge.x)
  const sweep = cross > 0 ? 1 : 0
  return (
    `<path d="M${hinge.x} ${hinge.y}L${open.x} ${open.y}A${radius} ${radius} 0 0 ${sweep} ${closed.x} ${closed.y}" ` +
    `fill="${PLAN_COLOURS.paper}" fill-opacity=".7"/>`
  )
}

function drawLabel(label: PlacedLabel): string {
  const colour = label.tone === 'room' ? PLAN_COLOURS.label : PLAN_COLOURS.corridorLabel
  const pitch = label.h / label.lines.length
  const outlines = label.lines.map((line, index) =>
    // At 0.78 of the line's height, Inter's baseline leaves equal space above capitals and below.
    textPath(line, label.x, label.y + index * pitch + pitch * 0.78, label.size),
  )
  return `<path d="${outlines.join('')}" fill="${colour}"/>`
}

/** Returns the labels of a level that fit; the others are left out. */
export function placedLabels(level: PlanLevel): PlacedLabel[] {
  return level.drawing.labels.map(placeLabel).filter((label) => label !== undefined)
}

/** Returns one floor as an SVG document of the plan's pixel size; all text is outlines. */
export function planSvg(plan: FloorPlan): string {
  const level = plan.levels[0]
  if (!level) throw new Error(`Plan ${plan.mapId} has no level to draw`)
  const { imageWidth: w, imageHeight: h } = plan
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">`,
    `<rect width="${w}" height="${h}" fill="${PLAN_COLOURS.paper}"/>`,
    drawRooms(level),
    drawFurniture(level.drawing.furniture),
    drawWalls(level.drawing.innerWalls, INK.innerWall),
    drawWalls(level.drawing.outerWalls, INK.outerWall),
    `<g fill="none" stroke="${PLAN_COLOURS.furniture}" stroke-width="${INK.furniture}" stroke-linejoin="round">`,
    level.drawing.leaves.map(drawLeaf).join(''),
    '</g>',
    placedLabels(level).map(drawLabel).join(''),
    '</svg>',
  ].join('')
}
