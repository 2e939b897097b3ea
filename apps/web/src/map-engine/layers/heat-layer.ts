import type { Tokens } from '../../ui/tokens.ts'
import type { MapEnvironment } from '../environment.ts'
import type { Size } from '../geometry.ts'
import type { HeatMap } from './heat-map.ts'
import type { Layer, View } from './layer.ts'
import type { PaintHeat } from './paint-heat.ts'

/** Leaves the plan readable below the densest place. */
const opacity = 0.72
interface Picture {
  readonly image: HTMLCanvasElement
  readonly tokens: Tokens
  readonly content: Size
}

/** Layer under the markers that colours the plan by density or by state. */
export class HeatLayer implements Layer {
  readonly #environment: MapEnvironment
  readonly #onReady: () => void
  #heat: HeatMap | undefined
  #picture: Picture | undefined
  #paint: PaintHeat | undefined

  /** @param onReady called when the code that paints has arrived; it is fetched with the first heat map */
  constructor(environment: MapEnvironment, onReady: () => void) {
    this.#environment = environment
    this.#onReady = onReady
  }

  setHeat(heat: HeatMap | undefined): void {
    this.#heat = heat
    this.#picture = undefined
    // Without a connection, the next heat map fetches it.
    if (heat && !this.#paint) void this.#fetchPaint().catch(() => undefined)
  }

  draw({ ctx, camera, tokens, ratio }: View): void {
    const heat = this.#heat
    if (!heat || !this.#paint || heat.points.length === 0) return
    const { content } = camera
    if (this.#picture?.tokens !== tokens || this.#picture.content !== content)
      this.#picture = { image: this.#paint(heat, content, tokens, this.#environment), tokens, content }
    const corner = camera.toScreen({ x: 0, y: 0 })
    const scale = camera.scale * ratio
    ctx.save()
    ctx.globalAlpha = opacity
    ctx.imageSmoothingEnabled = true
    ctx.drawImage(
      this.#picture.image,
      corner.x * ratio,
      corner.y * ratio,
      content.width * scale,
      content.height * scale,
    )
    ctx.restore()
  }

  dispose(): void {
    this.setHeat(undefined)
  }

  async #fetchPaint(): Promise<void> {
    this.#paint = (await import('./paint-heat.ts')).paintHeat
    this.#onReady()
  }
}
