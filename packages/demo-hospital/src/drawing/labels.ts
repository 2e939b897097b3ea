import { overlaps } from '../plans/geometry.ts'
import type { LabelRequest, PlacedLabel, Rect } from '../plans/plan.types.ts'
import { textWidth } from './lettering.ts'

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
export function placeLabel(request: LabelRequest): PlacedLabel | undefined {
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
