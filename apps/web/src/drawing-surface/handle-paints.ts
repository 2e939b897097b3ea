import type { HandleView } from './surface-object.ts'

/** Sides and radii in CSS pixels. */
const size = { corner: 10, chosen: 14, insertion: 4, ring: 11, arm: 14 }

/** Paints an existing corner as a square. It is white in both colour schemes, to differ from the plan. */
export function paintCorner({ ctx, at, colour, tokens, isChosen }: HandleView): void {
  const side = isChosen ? size.chosen : size.corner
  ctx.beginPath()
  ctx.roundRect(at.x - side / 2, at.y - side / 2, side, side, 2)
  ctx.fillStyle = isChosen ? colour : tokens.onPrimary
  ctx.fill()
  ctx.strokeStyle = isChosen ? tokens.onPrimary : colour
  ctx.lineWidth = 2
  ctx.stroke()
  if (isChosen) ring({ ctx, at, colour })
}

/** Paints a small disc. A drag from the disc creates a corner. */
export function paintInsertion({ ctx, at, colour, tokens }: HandleView): void {
  ctx.beginPath()
  ctx.arc(at.x, at.y, size.insertion, 0, 2 * Math.PI)
  ctx.fillStyle = tokens.onPrimary
  ctx.fill()
  ctx.strokeStyle = colour
  ctx.lineWidth = 1.5
  ctx.stroke()
}

/** Paints the cross that keys move. It is drawn twice, light under dark, so that it is visible on every plan. */
export function paintCross({ ctx, at: { x, y }, tokens }: HandleView): void {
  const { arm } = size
  ctx.lineCap = 'round'
  for (const [colour, width] of [
    [tokens.surface, 5],
    [tokens.text, 2],
  ] as const) {
    ctx.beginPath()
    ctx.moveTo(x - arm, y)
    ctx.lineTo(x + arm, y)
    ctx.moveTo(x, y - arm)
    ctx.lineTo(x, y + arm)
    ctx.strokeStyle = colour
    ctx.lineWidth = width
    ctx.stroke()
  }
}

function ring({ ctx, at, colour }: Pick<HandleView, 'ctx' | 'at' | 'colour'>): void {
  ctx.beginPath()
  ctx.arc(at.x, at.y, size.ring, 0, 2 * Math.PI)
  ctx.strokeStyle = colour
  ctx.lineWidth = 2
  ctx.stroke()
}
