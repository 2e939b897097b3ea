import type { Point, Rect } from './plan.types.ts'

/** Precision for comparing walls of neighbouring rooms, which differ slightly after the division of a row. */
const STEPS_PER_UNIT = 10

const rounded = (value: number): number => Math.round(value * STEPS_PER_UNIT) / STEPS_PER_UNIT

/**
 * Returns the corners around rooms that lie side by side, clockwise from the upper left one.
 * @throws an error if they are separate, or surround a court
 */
export function outline(rects: readonly Rect[]): Point[] {
  const xs = edgesOf(rects.flatMap(({ x, w }) => [x, x + w]))
  const ys = edgesOf(rects.flatMap(({ y, h }) => [y, y + h]))
  const isFloor = (column: number, row: number): boolean => {
    const [left, right, top, bottom] = [xs[column], xs[column + 1], ys[row], ys[row + 1]]
    if (left === undefined || right === undefined || top === undefined || bottom === undefined) return false
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return rects.some((rect) => x > rect.x && x < rect.x + rect.w && y > rect.y && y < rect.y + rect.h)
  }
  const walls = new Map<string, Wall>()
  for (let row = 0; row < ys.length - 1; row += 1)
    for (let column = 0; column < xs.length - 1; column += 1)
      if (isFloor(column, row))
        for (const wall of wallsOf(column, row, isFloor)) walls.set(keyOf(wall.from), wall)
  return withoutStraight(follow(walls).map(([column, row]) => ({ x: xs[column] ?? 0, y: ys[row] ?? 0 })))
}

/** A corner of the grid formed by the walls of all rooms. */
type Corner = readonly [column: number, row: number]
/** Wall with the floor at its right side. */
type Wall = { readonly from: Corner; readonly to: Corner }

const keyOf = ([column, row]: Corner): string => `${column} ${row}`
const edgesOf = (values: readonly number[]): number[] =>
  [...new Set(values.map(rounded))].sort((a, b) => a - b)

function wallsOf(column: number, row: number, isFloor: (column: number, row: number) => boolean): Wall[] {
  const corners: readonly Corner[] = [
    [column, row],
    [column + 1, row],
    [column + 1, row + 1],
    [column, row + 1],
  ]
  const beyond = [
    isFloor(column, row - 1),
    isFloor(column + 1, row),
    isFloor(column, row + 1),
    isFloor(column - 1, row),
  ]
  return corners.flatMap((from, side) => {
    const to = corners[(side + 1) % corners.length]
    return beyond[side] || !to ? [] : [{ from, to }]
  })
}

function follow(walls: ReadonlyMap<string, Wall>): Corner[] {
  const corners: Corner[] = []
  const first = [...walls.values()].sort((a, b) => a.from[1] - b.from[1] || a.from[0] - b.from[0])[0]
  for (let wall = first; wall && corners.length < walls.size; wall = walls.get(keyOf(wall.to))) {
    corners.push(wall.from)
    if (wall.to[0] === first?.from[0] && wall.to[1] === first.from[1]) break
  }
  if (corners.length < walls.size) throw new Error('These rooms do not lie side by side')
  return corners
}

/** Removes corners in the middle of a straight wall. */
const withoutStraight = (points: readonly Point[]): Point[] =>
  points.filter((point, index) => {
    const [before, after] = [points.at(index - 1), points[(index + 1) % points.length]]
    const isLevel = before?.y === point.y && after?.y === point.y
    const isUpright = before?.x === point.x && after?.x === point.x
    return !isLevel && !isUpright
  })
