import type { Tokens } from '../../ui/tokens.ts'
import type { Camera } from '../camera.ts'
import type { Sprites } from '../sprites/sprites.ts'

/** What every layer draws with. The pen's unit is the device pixel: `ratio` of them make a CSS pixel. */
export interface View {
  readonly pen: CanvasRenderingContext2D
  readonly camera: Camera
  readonly tokens: Tokens
  readonly ratio: number
  readonly sprites: Sprites
}

/** One kind of thing on the plan. Layers hold what they draw; the engine says when. */
export interface Layer {
  draw(view: View): void
  dispose(): void
}
