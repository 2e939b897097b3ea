/** Glyphs inside markers, drawn around the origin in CSS pixels. */
export type Glyph = 'pump' | 'drop' | 'slash' | 'cross' | 'person' | 'radio' | 'house' | 'none'

type Context2D = CanvasRenderingContext2D

function line(ctx: Context2D, width: number, ...points: readonly [number, number][]): void {
  ctx.lineWidth = width
  ctx.beginPath()
  for (const [i, [x, y]] of points.entries()) {
    if (i === 0) ctx.moveTo(x, y)
    else ctx.lineTo(x, y)
  }
  ctx.stroke()
}

function disc(ctx: Context2D, x: number, y: number, radius: number): void {
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, 2 * Math.PI)
  ctx.fill()
}

function pump(ctx: Context2D): void {
  ctx.lineWidth = 1.5
  ctx.beginPath()
  ctx.roundRect(-4.8, -4.8, 9.6, 9.6, 1.2)
  ctx.stroke()
  line(ctx, 1.5, [-2.4, -1.9], [2.4, -1.9])
  for (const x of [-2.4, 0, 2.4]) disc(ctx, x, 1.8, 0.75)
}

function drop(ctx: Context2D): void {
  ctx.beginPath()
  ctx.moveTo(0, -6.4)
  ctx.bezierCurveTo(1.5, -3.9, 4.5, -1.6, 4.5, 1.7)
  ctx.bezierCurveTo(4.5, 4.2, 2.5, 6.2, 0, 6.2)
  ctx.bezierCurveTo(-2.5, 6.2, -4.5, 4.2, -4.5, 1.7)
  ctx.bezierCurveTo(-4.5, -1.6, -1.5, -3.9, 0, -6.4)
  ctx.fill()
}

function slash(ctx: Context2D): void {
  line(ctx, 1.7, [-4.2, 4.2], [4.2, -4.2])
}

function cross(ctx: Context2D): void {
  line(ctx, 2, [-4.4, 0], [4.4, 0])
  line(ctx, 2, [0, -4.4], [0, 4.4])
}

function person(ctx: Context2D): void {
  ctx.lineWidth = 1.6
  ctx.beginPath()
  ctx.arc(0, -2.6, 2.4, 0, 2 * Math.PI)
  ctx.stroke()
  ctx.beginPath()
  ctx.arc(0, 5.2, 4.2, Math.PI * 1.08, Math.PI * 1.92)
  ctx.stroke()
}

function radio(ctx: Context2D): void {
  ctx.lineWidth = 2
  for (const radius of [4.8, 9]) {
    ctx.beginPath()
    ctx.arc(0, 6, radius, Math.PI * 1.25, Math.PI * 1.75)
    ctx.stroke()
  }
  disc(ctx, 0, 5.6, 1.7)
}

function house(ctx: Context2D): void {
  line(ctx, 1.6, [-5, -0.4], [0, -5], [5, -0.4])
  line(ctx, 1.6, [-3.6, -0.4], [-3.6, 4.6], [3.6, 4.6], [3.6, -0.4])
}

const drawings: Record<Exclude<Glyph, 'none'>, (ctx: Context2D) => void> = {
  pump,
  drop,
  slash,
  cross,
  person,
  radio,
  house,
}

export function drawGlyph(ctx: Context2D, glyph: Glyph, colour: string): void {
  if (glyph === 'none') return
  ctx.save()
  ctx.fillStyle = colour
  ctx.strokeStyle = colour
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  drawings[glyph](ctx)
  ctx.restore()
}
