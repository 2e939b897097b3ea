import type { Tokens } from '../../ui/tokens.ts'
import type { MapEnvironment } from '../environment.ts'
import { type ClusterTone, type MapPin, type MarkerLook, markerSize } from '../marker.ts'
import {
  drawCluster,
  drawMarker,
  drawRoomCircle,
  type Emphasis,
  type MarkerAppearance,
} from './marker-sprite.ts'
import { drawPin } from './pin-sprite.ts'

/** Maximum number of cached sprites. Each cluster count needs a sprite, and a busy floor has hundreds of counts. */
const maxSprites = 600

/** Sides in CSS pixels. Tight boxes copy fewer empty pixels for each of thousands of markers. */
const boxes = { bare: 26, marker: 36, ringed: 50, cluster: 48, ringedCluster: 66, pin: 124 } as const

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
const emphases: readonly Emphasis[] = ['none', 'hovered', 'selected']

function boxOf({ emphasis, withGlyph, stale }: MarkerAppearance): number {
  if (emphasis === 'selected') return boxes.ringed
  return withGlyph || stale || emphasis === 'hovered' ? boxes.marker : boxes.bare
}

/** A pre-rendered picture. `half`: device pixels from its corner to its anchor point. */
export interface Sprite {
  readonly image: HTMLCanvasElement | ImageBitmap
  readonly half: number
}

/**
 * Draws each look once per theme and pixel ratio, and returns bitmaps to copy. Drawing 2,000 markers then takes 2,000
 * copies of a small bitmap, without paths or shadows.
 */
export class SpriteCache {
  readonly #environment: MapEnvironment
  readonly #tokens: Tokens
  readonly ratio: number
  readonly #markers: Sprite[] = []
  readonly #sprites = new Map<string, Sprite>()

  constructor(environment: MapEnvironment, tokens: Tokens, ratio: number) {
    this.#environment = environment
    this.#tokens = tokens
    this.ratio = ratio
  }

  /** Returns the sprite of a marker. Every frame asks for thousands, so sprites are found by number, not by name. */
  marker(look: MarkerLook, stale: boolean, emphasis: Emphasis, withGlyph: boolean): Sprite {
    const number =
      ((looks.indexOf(look) * 3 + emphases.indexOf(emphasis)) * 2 + (stale ? 1 : 0)) * 2 + (withGlyph ? 1 : 0)
    const known = this.#markers[number]
    if (known) return known
    const appearance = { look, stale, emphasis, withGlyph }
    const sprite = this.#render(boxOf(appearance), (ctx) =>
      drawMarker(ctx, appearance, this.#tokens, this.ratio),
    )
    this.#markers[number] = sprite
    return sprite
  }

  room(): Sprite {
    return this.#cached('room', markerSize.room, (ctx) => drawRoomCircle(ctx, this.#tokens))
  }

  cluster(count: number, tone: ClusterTone, emphasis: Emphasis): Sprite {
    const box = emphasis === 'selected' ? boxes.ringedCluster : boxes.cluster
    return this.#cached(`cluster ${count} ${tone} ${emphasis}`, box, (ctx) =>
      drawCluster(ctx, { count, tone, emphasis }, this.#tokens, this.ratio),
    )
  }

  pin(kind: MapPin['kind']): Sprite {
    return this.#cached(`pin ${kind}`, boxes.pin, (ctx) => drawPin(ctx, kind, this.#tokens, this.ratio))
  }

  /** Releases every bitmap. None of them may be drawn afterwards. */
  dispose(): void {
    for (const sprite of this.#markers) if (sprite) release(sprite)
    this.#markers.length = 0
    this.#releaseSprites()
  }

  #releaseSprites(): void {
    for (const sprite of this.#sprites.values()) release(sprite)
    this.#sprites.clear()
  }

  #cached(key: string, box: number, draw: (ctx: CanvasRenderingContext2D) => void): Sprite {
    const known = this.#sprites.get(key)
    if (known) return known
    if (this.#sprites.size >= maxSprites) this.#releaseSprites()
    const sprite = this.#render(box, draw)
    this.#sprites.set(key, sprite)
    return sprite
  }

  #render(box: number, draw: (ctx: CanvasRenderingContext2D) => void): Sprite {
    const { image, ctx } = this.#createCanvas(box)
    draw(ctx)
    return { image: this.#environment.freeze(image), half: image.width / 2 }
  }

  /** Uses an even number of device pixels, so that the origin lies on the edge of a pixel. */
  #createCanvas(box: number): { image: HTMLCanvasElement; ctx: CanvasRenderingContext2D } {
    const side = 2 * Math.ceil((box * this.ratio) / 2)
    const image = this.#environment.createCanvas(side, side)
    const ctx = image.getContext('2d')
    if (!ctx) throw new Error('This browser cannot draw on a canvas.')
    ctx.translate(side / 2, side / 2)
    ctx.scale(this.ratio, this.ratio)
    return { image, ctx }
  }
}

/** Releases a bitmap, whose memory the garbage collector does not see. It does collect canvases. */
function release({ image }: Sprite): void {
  if ('close' in image) image.close()
}
