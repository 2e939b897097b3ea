import type { Tokens } from '../../ui/tokens.ts'
import type { MapEnvironment } from '../environment.ts'
import type { MapFigure } from '../marker.ts'
import { drawFigure } from './figure-art.ts'
import {
  drawCluster,
  drawMarker,
  drawOverMarker,
  type Emphasis,
  type MarkerAppearance,
} from './marker-art.ts'

/** Opacity of a marker whose position is stale; its clock stays fully visible. */
const staleOpacity = 0.72
/** Counts seen on a busy floor differ by the hundred; each is a picture of its own. */
const largestSheet = 600

const boxes = { marker: 52, cluster: 66, figure: 124 } as const

/** A pre-rendered picture. `half`: device pixels from its corner to the point it stands on. */
export interface Sprite {
  readonly image: HTMLCanvasElement
  readonly half: number
}

/**
 * Draws each look once, for one theme and one pixel ratio, and hands out pictures to blit: drawing 2,000
 * markers is then 2,000 copies of a small bitmap, without a path or a shadow among them.
 */
export class Sprites {
  readonly #environment: MapEnvironment
  readonly #tokens: Tokens
  readonly ratio: number
  readonly #sheet = new Map<string, Sprite>()

  constructor(environment: MapEnvironment, tokens: Tokens, ratio: number) {
    this.#environment = environment
    this.#tokens = tokens
    this.ratio = ratio
  }

  marker(appearance: MarkerAppearance): Sprite {
    const { look, emphasis, stale, withGlyph } = appearance
    const key = `${look} ${emphasis} ${stale ? 'stale' : ''} ${withGlyph ? 'glyph' : ''}`
    return this.#once(key, boxes.marker, (pen, box) => {
      if (stale) this.#faded(pen, box, (inner) => drawMarker(inner, appearance, this.#tokens, this.ratio))
      else drawMarker(pen, appearance, this.#tokens, this.ratio)
      drawOverMarker(pen, appearance, this.#tokens, this.ratio)
    })
  }

  cluster(count: number, emphasis: Emphasis): Sprite {
    return this.#once(`cluster ${count} ${emphasis}`, boxes.cluster, (pen) =>
      drawCluster(pen, count, emphasis, this.#tokens, this.ratio),
    )
  }

  figure(kind: MapFigure['kind']): Sprite {
    return this.#once(`figure ${kind}`, boxes.figure, (pen) =>
      drawFigure(pen, kind, this.#tokens, this.ratio),
    )
  }

  dispose(): void {
    this.#sheet.clear()
  }

  #once(key: string, box: number, draw: (pen: CanvasRenderingContext2D, box: number) => void): Sprite {
    const known = this.#sheet.get(key)
    if (known) return known
    if (this.#sheet.size >= largestSheet) this.#sheet.clear()
    const { image, pen } = this.#blank(box)
    draw(pen, box)
    const sprite = { image, half: image.width / 2 }
    this.#sheet.set(key, sprite)
    return sprite
  }

  /** An even number of device pixels, so that the origin lies on a pixel's edge. */
  #blank(box: number): { image: HTMLCanvasElement; pen: CanvasRenderingContext2D } {
    const side = 2 * Math.ceil((box * this.ratio) / 2)
    const image = this.#environment.createCanvas(side, side)
    const pen = image.getContext('2d')
    if (!pen) throw new Error('This browser cannot draw on a canvas.')
    pen.translate(side / 2, side / 2)
    pen.scale(this.ratio, this.ratio)
    return { image, pen }
  }

  #faded(pen: CanvasRenderingContext2D, box: number, draw: (inner: CanvasRenderingContext2D) => void): void {
    const layer = this.#blank(box)
    draw(layer.pen)
    const side = layer.image.width / this.ratio
    pen.save()
    pen.globalAlpha = staleOpacity
    pen.drawImage(layer.image, -side / 2, -side / 2, side, side)
    pen.restore()
  }
}
