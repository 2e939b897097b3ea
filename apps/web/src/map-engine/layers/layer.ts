import type { Tokens } from '../../ui/tokens.ts'
import type { Camera } from '../camera.ts'
import type { SpriteCache } from '../sprites/sprite-cache.ts'

/** Drawing context of every layer. The context's unit is the device pixel; `ratio` device pixels make a CSS pixel. */
export interface View {
  readonly ctx: CanvasRenderingContext2D
  readonly camera: Camera
  readonly tokens: Tokens
  readonly ratio: number
  readonly sprites: SpriteCache
}

/** One layer of the plan. Layers keep the objects they draw; the engine decides when to draw. */
export interface Layer {
  draw(view: View): void
  dispose(): void
}
