import { Control, type FabricObject, Point, type TCornerPoint } from 'fabric/es'
import type { Tokens } from '../ui/tokens.ts'
import type { SurfaceHandle } from './surface-object.ts'

/** Side of the square around a handle in which a pointer hits it, in CSS pixels. */
export const handleSides = { mouse: 24, pen: 28, touch: 44 } as const

interface HandleLook {
  readonly colour: string
  readonly tokens: Tokens
  readonly isChosen: boolean
  readonly ratio: number
}

/** A handle as a fabric control. It is placed at a point of the plan, not at a part of the object's box. */
export class HandleControl extends Control {
  readonly handle: SurfaceHandle
  readonly #look: HandleLook

  constructor(handle: SurfaceHandle, look: HandleLook) {
    const { mouse, touch } = handleSides
    const { width, height } = handle.standing ?? { width: mouse, height: mouse }
    super({
      sizeX: width,
      sizeY: height,
      touchSizeX: Math.max(width, touch),
      touchSizeY: Math.max(height, touch),
      // Fabric positions a control by the middle of its square.
      offsetY: handle.standing ? -height / 2 : 0,
      cursorStyle: handle.cursor,
    })
    this.handle = handle
    this.#look = look
  }

  override positionHandler(_size: Point, _matrix: unknown, object: FabricObject): Point {
    const { x, y } = new Point(this.handle.at.x, this.handle.at.y).transform(object.getViewportTransform())
    return new Point(x + this.offsetX, y + this.offsetY)
  }

  /**
   * Fabric activates only controls of the selected object on an interactive canvas. Here every object shows its
   * handles.
   */
  override shouldActivate(
    _key: string,
    _object: FabricObject,
    { x, y }: Point,
    { tl, br }: TCornerPoint,
  ): boolean {
    return x >= tl.x && x <= br.x && y >= tl.y && y <= br.y
  }

  override render(ctx: CanvasRenderingContext2D, x: number, y: number): void {
    ctx.save()
    this.handle.paint({ ctx, at: { x: x - this.offsetX, y: y - this.offsetY }, ...this.#look })
    ctx.restore()
  }
}
