import sharp from 'sharp'
import { overlaps, type Segment } from '../plans/geometry.ts'
import type { DoorLeaf, FloorPlan, LabelRequest, PlacedLabel, PlanLevel, Rect } from '../plans/plan.types.ts'
import * as devices from './category-devices.ts'
import { CASE, outlined, SHADE, STEEL, stroke } from './category-devices.ts'
import type { Pictured } from './category-names.ts'
import { drawFurniture } from './furniture-shapes.ts'
import { textPath, textWidth } from './lettering.ts'
import { INK, PLAN_COLOURS, ROOM_COLOURS } from './palette.ts'

/** Font sizes in pixels of the plan's image, which screens show at about 0.6: 19 becomes 11 on screen. */
const SIZES = [19, 18, 17, 16, 15, 14] as const
const LINE_HEIGHT = 1.22
const STEP = 3
/** Minimum distance between a label and a wall. */
const WALL_CLEARANCE = 8
/** Minimum distance between a label and a bed, a shelf or a door's swing. */
const OBSTACLE_CLEARANCE = 4

/** Returns the text in one line, and split into two or three lines. */
function wrappings(text: string): string[][] {
  const words = text.split(' ')
  const found = [[text]]
  for (let i = 1; i < words.length; i++) {
    const [head, tail] = [words.slice(0, i).join(' '), words.slice(i).join(' ')]
    found.push([head, tail])
    for (let j = i + 1; j < words.length; j++)
      found.push([head, words.slice(i, j).join(' '), words.slice(j).join(' ')])
  }
  return found
}

/**
 * Returns the distance of a box to its preferred place: a corner in rooms (upper left first), the middle in corridors
 * and halls.
 */
function distanceToPreferredPlace(request: LabelRequest, box: Rect): number {
  const { area } = request
  const left = box.x - area.x
  const right = area.x + area.w - box.x - box.w
  const top = box.y - area.y
  const bottom = area.y + area.h - box.y - box.h
  if (request.tone === 'corridor') return Math.abs(left - right) + Math.abs(top - bottom)
  return Math.min(left, right + 12) + Math.min(top, bottom + 6)
}

function inflated(rect: Rect): Rect {
  const clearance = OBSTACLE_CLEARANCE
  return {
    x: rect.x - clearance,
    y: rect.y - clearance,
    w: rect.w + 2 * clearance,
    h: rect.h + 2 * clearance,
  }
}

function bestPlace(request: LabelRequest, w: number, h: number): Rect | undefined {
  const { area } = request
  const obstacles = request.obstacles.map(inflated)
  let best: Rect | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (let y = area.y + WALL_CLEARANCE; y + h <= area.y + area.h - WALL_CLEARANCE; y += STEP)
    for (let x = area.x + WALL_CLEARANCE; x + w <= area.x + area.w - WALL_CLEARANCE; x += STEP) {
      const box = { x, y, w, h }
      const cost = distanceToPreferredPlace(request, box)
      if (cost >= bestCost || obstacles.some((obstacle) => overlaps(obstacle, box))) continue
      best = box
      bestCost = cost
    }
  return best
}

/**
 * Places a label in the largest font size that avoids doors and furniture; undefined if not even the smallest fits.
 */
function placeLabel(request: LabelRequest): PlacedLabel | undefined {
  let best: PlacedLabel | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (const size of SIZES)
    for (const lines of wrappings(request.text)) {
      const cost = (19 - size) * 12 + (lines.length - 1) * 18
      if (cost >= bestCost) continue
      const width = Math.max(...lines.map((line) => textWidth(line, size)))
      const place = bestPlace(request, width, lines.length * size * LINE_HEIGHT)
      if (!place) continue
      best = { ...place, lines, size, tone: request.tone, room: request.room }
      bestCost = cost
    }
  return best
}

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
function planSvg(plan: FloorPlan): string {
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

const SKIN = '#F1DCC9'

const WHEELCHAIR = `<path d="M30 26h12l8 42h34l10 34h10" ${stroke(STEEL, 4)}/>
<path d="M46 47h30v12" ${stroke(STEEL, 3.4)}/><rect x="49" y="58" width="38" height="10" rx="4" ${outlined('#BFD3EA')}/>
<circle cx="54" cy="84" r="25" ${outlined(CASE)}/><circle cx="54" cy="84" r="18" ${stroke(SHADE, 2)}/>
<path d="M54 66v36M36 84h36M41 71l26 26M67 71L41 97" ${stroke(SHADE, 2)}/><circle cx="54" cy="84" r="4" fill="${STEEL}"/>
<circle cx="92" cy="104" r="7.5" ${outlined(CASE)}/>`

const BED = `<path d="M18 44v54M110 56v42" ${stroke(STEEL, 5)}/>
<path d="M18 78h92" ${stroke(STEEL, 4)}/>
<path d="M22 74l2-10c1-4 4-6 8-6h10l14 8h44c5 0 8 3 8 8z" ${outlined(CASE)}/>
<path d="M56 66h44c5 0 8 3 8 8H50z" ${outlined('#BFD3EA')}/>
<rect x="24" y="50" width="24" height="10" rx="5" transform="rotate(-14 36 55)" ${outlined('#FFFFFF')}/>
<path d="M62 52h30M66 52v14M88 52v14" ${stroke(STEEL, 2.4)}/>
<path d="M64 78v14M40 92h48" ${stroke(STEEL, 3)}/>
<circle cx="22" cy="102" r="5.5" ${outlined(CASE)}/><circle cx="106" cy="102" r="5.5" ${outlined(CASE)}/>`

const CLINICIAN = `<path d="M24 112c0-24 16-36 40-36s40 12 40 36z" ${outlined('#A8D4EA')}/>
<path d="M52 78l12 16 12-16" ${outlined('#FFFFFF')}/>
<circle cx="64" cy="46" r="24" ${outlined(SKIN)}/>
<path d="M40 46c-2-18 10-28 24-28s26 10 24 28c-6-8-12-12-24-12s-18 4-24 12z" ${outlined('#7C8798')}/>
<path d="M44 84v10c0 8 12 8 12 0" ${stroke(STEEL, 2.4)}/><circle cx="50" cy="102" r="3" fill="${STEEL}"/>
<path d="M82 94v12M76 100h12" ${stroke('#1C80BA', 4)}/>`

const PATIENT = `<path d="M24 112c0-24 16-36 40-36s40 12 40 36z" ${outlined('#DCCBE6')}/>
<path d="M50 78c4 8 24 8 28 0" ${outlined('#F3ECF7')}/>
<circle cx="64" cy="46" r="24" ${outlined(SKIN)}/>
<path d="M41 42c0-16 10-24 23-24s23 8 23 24c-10-2-16-6-20-10-4 6-14 10-26 10z" ${outlined('#9A8778')}/>
<rect x="74" y="92" width="20" height="10" rx="3" ${outlined('#FFFFFF')}/><path d="M78 97h12" ${stroke('#6A2892', 2)}/>`

const ART: Readonly<Record<Pictured, string>> = {
  'Large volume pump': devices.LARGE_VOLUME_PUMP,
  'PCA pump': devices.PCA_PUMP,
  'Syringe pump': devices.SYRINGE_PUMP,
  Ventilator: devices.VENTILATOR,
  'Patient monitor': devices.PATIENT_MONITOR,
  Wheelchair: WHEELCHAIR,
  Bed: BED,
  Ultrasound: devices.ULTRASOUND,
  Defibrillator: devices.DEFIBRILLATOR,
  Clinician: CLINICIAN,
  Patient: PATIENT,
}

/** Returns the picture of a category as an SVG document, transparent around the drawing. */
function categorySvg(name: Pictured, size: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 128 128">${ART[name]}</svg>`
}

const CATEGORY_IMAGE_SIZE = 256

/**
 * Draws one floor as a JPEG of the plan's pixel size, in the colours of the light scheme, which the console inverts
 * for the dark one. Needs no system font.
 */
export async function renderPlan(plan: FloorPlan): Promise<Buffer> {
  return sharp(Buffer.from(planSvg(plan)))
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Draws the picture of an equipment category, or of a clinician or patient: PNG, 256 px square, transparent. */
export async function renderCategoryImage(name: Pictured): Promise<Buffer> {
  return sharp(Buffer.from(categorySvg(name, CATEGORY_IMAGE_SIZE)))
    .png({ compressionLevel: 9 })
    .toBuffer()
}
