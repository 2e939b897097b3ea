/** The signs inside markers, drawn around the origin in CSS pixels (design language, screen 13). */
export type Glyph = 'pump' | 'drop' | 'slash' | 'cross' | 'person' | 'radio' | 'house' | 'none'

type Pen = CanvasRenderingContext2D

function line(pen: Pen, width: number, ...points: readonly [number, number][]): void {
  pen.lineWidth = width
  pen.beginPath()
  for (const [i, [x, y]] of points.entries()) {
    if (i === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  pen.stroke()
}

function disc(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

function pump(pen: Pen): void {
  pen.lineWidth = 1.5
  pen.beginPath()
  pen.roundRect(-4.8, -4.8, 9.6, 9.6, 1.2)
  pen.stroke()
  line(pen, 1.5, [-2.4, -1.9], [2.4, -1.9])
  for (const x of [-2.4, 0, 2.4]) disc(pen, x, 1.8, 0.75)
}

function drop(pen: Pen): void {
  pen.beginPath()
  pen.moveTo(0, -6.4)
  pen.bezierCurveTo(1.5, -3.9, 4.5, -1.6, 4.5, 1.7)
  pen.bezierCurveTo(4.5, 4.2, 2.5, 6.2, 0, 6.2)
  pen.bezierCurveTo(-2.5, 6.2, -4.5, 4.2, -4.5, 1.7)
  pen.bezierCurveTo(-4.5, -1.6, -1.5, -3.9, 0, -6.4)
  pen.fill()
}

function slash(pen: Pen): void {
  line(pen, 1.7, [-4.2, 4.2], [4.2, -4.2])
}

function cross(pen: Pen): void {
  line(pen, 2, [-4.4, 0], [4.4, 0])
  line(pen, 2, [0, -4.4], [0, 4.4])
}

function person(pen: Pen): void {
  pen.lineWidth = 1.6
  pen.beginPath()
  pen.arc(0, -2.6, 2.4, 0, 2 * Math.PI)
  pen.stroke()
  pen.beginPath()
  pen.arc(0, 5.2, 4.2, Math.PI * 1.08, Math.PI * 1.92)
  pen.stroke()
}

function radio(pen: Pen): void {
  pen.lineWidth = 2
  for (const radius of [4.8, 9]) {
    pen.beginPath()
    pen.arc(0, 6, radius, Math.PI * 1.25, Math.PI * 1.75)
    pen.stroke()
  }
  disc(pen, 0, 5.6, 1.7)
}

function house(pen: Pen): void {
  line(pen, 1.6, [-5, -0.4], [0, -5], [5, -0.4])
  line(pen, 1.6, [-3.6, -0.4], [-3.6, 4.6], [3.6, 4.6], [3.6, -0.4])
}

const drawings: Record<Exclude<Glyph, 'none'>, (pen: Pen) => void> = {
  pump,
  drop,
  slash,
  cross,
  person,
  radio,
  house,
}

export function drawGlyph(pen: Pen, glyph: Glyph, colour: string): void {
  if (glyph === 'none') return
  pen.save()
  pen.fillStyle = colour
  pen.strokeStyle = colour
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  drawings[glyph](pen)
  pen.restore()
}
