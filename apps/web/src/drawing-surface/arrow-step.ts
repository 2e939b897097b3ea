import type { KeyPress, Point } from '../map-engine/index.ts'

/** Direction of each arrow key. */
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Returns the step of an arrow key in pixels of the plan: 1, or 10 with Shift or Alt. */
export function arrowStep({ key, shift, alt }: KeyPress): Point | undefined {
  const arrow = arrows[key]
  const length = shift || alt ? 10 : 1
  return arrow && { x: arrow.x * length, y: arrow.y * length }
}
