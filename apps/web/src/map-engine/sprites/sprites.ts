import type { Tokens } from '../../ui/tokens.ts'
import type { MapEnvironment } from '../environment.ts'
import type { ClusterTone, MapFigure, MarkerLook } from '../marker.ts'
import { drawFigure } from './figure-art.ts'
import { drawCluster, drawMarker, type Emphasis, type MarkerAppearance } from './marker-art.ts'

/** Counts seen on a busy floor differ by the hundred; each is a picture of its own. */
const largestSheet = 600

/** Sides in CSS pixels. The tighter the box, the fewer empty pixels are copied for each of thousands. */
const boxes = { bare: 26, marker: 36, ringed: 50, cluster: 48, ringedCluster: 66, figure: 124 } as const

const looks: readonly MarkerLook[] = [
  'rest',
  'infusing',
  'offline',
  'equipment',
  'clinician',
  'patient',
  'clinician-alert',
  'patient-alert',
]
const emphases: readonly Emphasis[] = ['none', 'pointed', 'selected']

function boxOf({ emphasis, withGlyph, stale }: MarkerAppearance): number {
  if (emphasis === 'selected') return boxes.ringed
  return withGlyph || stale || emphasis === 'pointed' ? boxes.marker : boxes.bare
}

/** A pre-rendered picture. `half`: device pixels from its corner to the point it stands on. */
export interface Sprite {
  readonly image: HTMLCanvasElement | ImageBitmap
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
  readonly #markers: Sprite[] = []
  readonly #sheet = new Map<string, Sprite>()

  constructor(environment: MapEnvironment, tokens: Tokens, ratio: number) {
    this.#environment = environment
    this.#tokens = tokens
    this.ratio = ratio
  }

  /** The picture of a marker. Asked for by the thousand in every frame: found by number, not by name. */
  marker(look: MarkerLook, stale: boolean, emphasis: Emphasis, withGlyph: boolean): Sprite {
    const number =
      ((looks.indexOf(look) * 3 + emphases.indexOf(emphasis)) * 2 + (stale ? 1 : 0)) * 2 + (withGlyph ? 1 : 0)
    const known = this.#markers[number]
    if (known) return known
    const appearance = { look, stale, emphasis, withGlyph }
    const sprite = this.#picture(boxOf(appearance), (pen) =>
      drawMarker(pen, appearance, this.#tokens, this.ratio),
    )
    this.#markers[number] = sprite
    return sprite
  }

  cluster(count: number, tone: ClusterTone, emphasis: Emphasis): Sprite {
    const box = emphasis === 'selected' ? boxes.ringedCluster : boxes.cluster
    return this.#once(`cluster ${count} ${tone} ${emphasis}`, box, (pen) =>
      drawCluster(pen, { count, tone, emphasis }, this.#tokens, this.ratio),
    )
  }

  figure(kind: MapFigure['kind']): Sprite {
    return this.#once(`figure ${kind}`, boxes.figure, (pen) =>
      drawFigure(pen, kind, this.#tokens, this.ratio),
    )
  }

  dispose(): void {
    this.#markers.length = 0
    this.#sheet.clear()
  }

  #once(key: string, box: number, draw: (pen: CanvasRenderingContext2D) => void): Sprite {
    const known = this.#sheet.get(key)
    if (known) return known
    if (this.#sheet.size >= largestSheet) this.#sheet.clear()
    const sprite = this.#picture(box, draw)
    this.#sheet.set(key, sprite)
    return sprite
  }

  #picture(box: number, draw: (pen: CanvasRenderingContext2D) => void): Sprite {
    const { image, pen } = this.#blank(box)
    draw(pen)
    return { image: this.#environment.freeze(image), half: image.width / 2 }
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
}
