import type { Tokens } from '../../ui/tokens.ts'
import type { Camera } from '../camera.ts'
import type { SpriteCache } from '../sprites/sprite-cache.ts'

/** What every layer draws with. The context's unit is the device pixel: `ratio` of them make a CSS pixel. */
export interface View {
  readonly ctx: CanvasRenderingContext2D
  readonly camera: Camera
  readonly tokens: Tokens
  readonly ratio: number
  readonly sprites: SpriteCache
}

/** One kind of thing on the plan. Layers hold what they draw; the engine says when. */
export interface Layer {
  draw(view: View): void
  dispose(): void
}
