import { midpoint, type Point } from '../../../map-engine/index.ts'

/** Moves one of the corners to another point. */
export const moveCorner = (points: readonly Point[], index: number, to: Point): Point[] =>
  points.map((point, place) => (place === index ? to : point))

/** Inserts a corner after an index, on the edge that begins there. */
export const insertCorner = (points: readonly Point[], index: number, at: Point): Point[] => [
  ...points.slice(0, index + 1),
  at,
  ...points.slice(index + 1),
]

/** Removes one of the corners; a triangle keeps all three. */
export const removeCorner = (points: readonly Point[], index: number): readonly Point[] =>
  points.length <= 3 ? points : points.filter((_, place) => place !== index)

/** Returns the middle of the edge that begins at a corner. */
export const edgeMiddle = (points: readonly Point[], index: number): Point => {
  const from = points[index] ?? { x: 0, y: 0 }
  return midpoint(from, points[(index + 1) % points.length] ?? from)
}
