import type { FurnitureItem, FurnitureShape } from '../plans/plan.types.ts'
import { INK, PLAN_COLOURS } from './palette.ts'

type Draw = (w: number, h: number) => string

const n = (value: number): string => String(Math.round(value * 10) / 10)

function rect(x: number, y: number, w: number, h: number, radius = 0, extra = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(radius)}" ${extra}/>`
}

function line(x1: number, y1: number, x2: number, y2: number, extra = ''): string {
  return `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" ${extra}/>`
}

const NO_FILL = 'fill="none"'
const box = (w: number, h: number, radius: number) => rect(-w / 2, -h / 2, w, h, radius)

const bed: Draw = (w, h) => box(w, h, 4) + rect(-w * 0.34, -h / 2 + 4, w * 0.68, h * 0.2, 3)

const couch: Draw = (w, h) => box(w, h, 6) + line(-w / 2 + 2, -h * 0.26, w / 2 - 2, -h * 0.26)

const cot: Draw = (w, h) =>
  box(w, h, 5) + rect(-w / 2 + 4, -h / 2 + 4, w - 8, h - 8, 3, NO_FILL) + line(-4, -h / 4, 4, -h / 4)

const recliner: Draw = (w, h) =>
  box(w, h, 6) + rect(-w / 2, -h / 2, w, h * 0.28, 5) + rect(-w / 2, h * 0.2, w, h * 0.3, 4, NO_FILL)

const theatre: Draw = (w, h) =>
  `<circle r="${n(h * 1.0)}" fill="none" stroke-dasharray="5 5"/>${box(w, h, 4)}` +
  rect(-w * 0.3, -h / 2 + 5, w * 0.6, h * 0.16, 3)

/** Draws a nurses' station: one bent worktop, open towards the door. */
const station: Draw = (w, h) =>
  `<path d="M${n(-w / 2)} ${n(h / 2)}V${n(-h / 2 + 14)}Q${n(-w / 2)} ${n(-h / 2)} ${n(-w / 2 + 14)} ${n(-h / 2)}` +
  `H${n(w / 2 - 14)}Q${n(w / 2)} ${n(-h / 2)} ${n(w / 2)} ${n(-h / 2 + 14)}V${n(h / 2)}" fill="none" ` +
  `stroke="${PLAN_COLOURS.worktop}" stroke-width="9"/>`

const counter: Draw = (w, h) => rect(-w / 2, -h / 2, w, h, 6, `fill="${PLAN_COLOURS.worktop}" stroke="none"`)

const shelf: Draw = (w, h) => {
  const lengthwise = w >= h
  const long = lengthwise ? w : h
  const parts = Math.max(1, Math.round(long / 28))
  const pitch = long / parts
  const dividers = Array.from({ length: parts - 1 }, (_, i) => {
    const at = -long / 2 + (i + 1) * pitch
    return lengthwise ? line(at, -h / 2, at, h / 2) : line(-w / 2, at, w / 2, at)
  })
  return box(w, h, 1) + dividers.join('')
}

const bench: Draw = (w, h) => box(w, h, 2)
const table: Draw = (w, h) => box(w, h, Math.min(w, h) * 0.18)

const chair: Draw = (w, h) => box(w, h, 4) + line(-w / 2 + 1, -h / 2 + 4, w / 2 - 1, -h / 2 + 4)

const sofa: Draw = (w, h) =>
  box(w, h, 6) + rect(-w / 2 + 6, -h / 2 + 7, w - 12, h - 7, 3, NO_FILL) + line(0, -h / 2 + 7, 0, h / 2)

const desk: Draw = (w, h) =>
  box(w, h, 2) + rect(-9, -h / 2 + 3, 18, 4, 1, `fill="${PLAN_COLOURS.worktop}" stroke="none"`)

const scanner: Draw = (w, h) =>
  rect(-w / 2, -h / 2, w, h * 0.34, 10) +
  `<circle cy="${n(-h * 0.33)}" r="${n(w * 0.2)}" fill="none"/>` +
  rect(-w * 0.17, -h * 0.3, w * 0.34, h * 0.8, 5)

const mri: Draw = (w, h) =>
  rect(-w / 2, -h / 2, w, h * 0.52, 16) +
  line(-w * 0.26, -h / 2 + 2, -w * 0.26, h * 0.02 - 2) +
  line(w * 0.26, -h / 2 + 2, w * 0.26, h * 0.02 - 2) +
  rect(-w * 0.17, -h * 0.34, w * 0.34, h * 0.84, 5)

const xray: Draw = (w, h) =>
  box(w, h, 3) + rect(-w * 0.9, -h * 0.14, w * 0.9, h * 0.28, 2) + `<circle r="${n(w * 0.2)}" fill="none"/>`

const stairs: Draw = (w, h) => {
  const treads = Math.floor(w / 11)
  const lines = Array.from({ length: treads + 1 }, (_, i) => {
    const x = -w / 2 + (i * w) / treads
    return line(x, -h / 2, x, -5) + line(x, 5, x, h / 2)
  })
  return lines.join('') + line(-w / 2 - 4, 0, w / 2, 0)
}

const lift: Draw = (w, h) => {
  const [x, y] = [w / 2 - 7, h / 2 - 7]
  return (
    `<path d="M${n(-x)} ${n(-y)}L${n(x)} ${n(y)}M${n(x)} ${n(-y)}L${n(-x)} ${n(y)}"/>` +
    rect(-x, -y, 2 * x, 2 * y, 1, NO_FILL)
  )
}

const toilet: Draw = (w, h) =>
  rect(-w / 2, -h / 2, w, h * 0.26, 2) +
  `<ellipse cy="${n(h * 0.15)}" rx="${n(w * 0.42)}" ry="${n(h * 0.34)}"/>`

const sink: Draw = (w, h) => box(w, h, 4) + `<ellipse rx="${n(w * 0.3)}" ry="${n(h * 0.28)}" fill="none"/>`

const bath: Draw = (w, h) =>
  `<ellipse rx="${n(w / 2)}" ry="${n(h / 2)}"/><ellipse rx="${n(w * 0.36)}" ry="${n(h * 0.36)}" fill="none"/>`

const mat: Draw = (w, h) => box(w, h, 8) + rect(-w / 2 + 5, -h / 2 + 5, w - 10, h - 10, 5, NO_FILL)

/** Draws a bay's curtain along the side of a bed. */
const curtain: Draw = (_w, h) => line(0, -h / 2, 0, h / 2)

const SHAPES: Readonly<Record<FurnitureShape, Draw>> = {
  bed,
  cot,
  couch,
  recliner,
  theatre,
  station,
  counter,
  shelf,
  bench,
  table,
  chair,
  scanner,
  mri,
  xray,
  stairs,
  lift,
  toilet,
  sink,
  desk,
  curtain,
  bath,
  mat,
  sofa,
}

/** Returns the SVG of all furniture on a level. */
export function drawFurniture(items: readonly FurnitureItem[]): string {
  const drawn = items.map(
    (item) =>
      `<g transform="translate(${n(item.x)} ${n(item.y)}) rotate(${item.quarterTurns * 90})">` +
      `${SHAPES[item.shape](item.w, item.h)}</g>`,
  )
  return (
    `<g fill="${PLAN_COLOURS.furnitureFill}" fill-opacity=".55" stroke="${PLAN_COLOURS.furniture}" ` +
    `stroke-width="${INK.furniture}" stroke-linejoin="round">${drawn.join('')}</g>`
  )
}
