import { Circle, type FabricObject, Point as FabricPoint, Polygon, Polyline, StaticCanvas } from 'fabric/es'
import {
  type Camera,
  clamp,
  distance,
  drawLabel,
  isInOutline,
  type Layer,
  type MapEnvironment,
  type Point,
  type PointerKind,
  type View,
} from '../map-engine/index.ts'
import { tokens as schemes, type Tokens } from '../ui/tokens.ts'
import { HandleControl, handleSides } from './handle-control.ts'
import { nearestOnLine } from './line-distance.ts'
import type { SurfaceHandle, SurfaceObject, SurfacePart } from './surface-object.ts'

interface ObjectView {
  /** CSS pixels per pixel of the plan. */
  readonly scale: number
  readonly tokens: Tokens
  /** The chosen handle, if it belongs to this object. */
  readonly chosen: string | undefined
  /** Device pixels per CSS pixel. */
  readonly ratio: number
}

/** Creates the fabric object that draws a surface object. Its line keeps its width in CSS pixels at every scale. */
function fabricObject(object: SurfaceObject, { scale, tokens, chosen, ratio }: ObjectView): FabricObject {
  const { form, lineWidth, fillOpacity, dashes, handles } = object
  const colour = object.colour(tokens)
  const look = {
    stroke: colour,
    strokeWidth: lineWidth / scale,
    strokeLineCap: 'round',
    strokeLineJoin: 'round',
    strokeDashArray: dashes ? dashes.map((length) => length / scale) : null,
    fill: fillOpacity > 0 ? colour + hexOpacity(fillOpacity) : '',
    hasBorders: false,
    objectCaching: false,
  }
  const drawn = drawnForm(form, look)
  drawn.controls = Object.fromEntries(
    handles.map((handle) => [
      handle.id,
      new HandleControl(handle, { colour, tokens, isChosen: handle.id === chosen, ratio }),
    ]),
  )
  return drawn
}

function drawnForm(form: SurfaceObject['form'], look: object): FabricObject {
  if (form.kind === 'circle') {
    const { centre, radius } = form
    return new Circle({ ...look, left: centre.x, top: centre.y, radius })
  }
  const points = form.points.map(({ x, y }) => ({ x, y }))
  return form.kind === 'area' ? new Polygon(points, look) : new Polyline(points, look)
}

/** Formats an opacity as the last two digits of a colour such as #f5a623. */
const hexOpacity = (opacity: number): string =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')

/**
 * A fabric canvas without fabric's pointer events, which would compete with those of the map. Every object shows its
 * handles; fabric's interactive canvas shows only those of the selected object.
 */
class SurfaceCanvas extends StaticCanvas {
  /** Draws the labels above everything else. The context's unit is the CSS pixel. */
  drawLabels: (ctx: CanvasRenderingContext2D) => void = () => {}

  /** Object whose handles are drawn above those of others at the same place. */
  chosen: FabricObject | undefined

  override drawControls(ctx: CanvasRenderingContext2D): void {
    for (const object of this.getObjects()) if (object !== this.chosen) object.drawControls(ctx)
    this.chosen?.drawControls(ctx)
    this.drawLabels(ctx)
  }
}

/**
 * Returns the object's handle nearest to a point of the view, among those that the pointer hits.
 * @param isInside true if the point lies within the object; handles then leave room to drag the whole object
 */
function handleAt(
  object: FabricObject,
  at: Point,
  kind: keyof typeof handleSides,
  isInside: boolean,
): SurfaceHandle | undefined {
  const reach = isInside ? reachWithin(object, kind) : Number.POSITIVE_INFINITY
  const pointer = new FabricPoint(at.x, at.y)
  let best: { handle: SurfaceHandle; gap: number } | undefined
  for (const [key, place] of Object.entries(object.oCoords)) {
    const control = object.controls[key]
    const square = kind === 'mouse' ? place.corner : place.touchCorner
    if (!(control instanceof HandleControl) || !control.shouldActivate(key, object, pointer, square)) continue
    const gap = distance(at, place)
    if (gap <= reach && (!best || gap < best.gap)) best = { handle: control.handle, gap }
  }
  return best?.handle
}

/** Returns at most a quarter of the object's shorter side. The inner half of a small object stays free to drag it. */
function reachWithin(object: FabricObject, kind: keyof typeof handleSides): number {
  const { width, height } = object.getBoundingRect()
  const shorter = Math.min(width, height) * (object.canvas?.getZoom() ?? 1)
  return shorter >= 2 * handleSides[kind] ? Number.POSITIVE_INFINITY : shorter / 4
}

/** Gap between an object and its label, and the label's height, in CSS pixels. */
const label = { gap: 12, height: 26 }
/** Distance within which a pointer hits a line, in CSS pixels. */
const lineReach = { mouse: 8, pen: 10, touch: 22 } as const

/** State of the last drawn frame. With the same camera, tokens and objects there is nothing to draw. */
interface Drawn {
  readonly scale: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly ratio: number
  readonly tokens: Tokens
}

/**
 * A fabric canvas over the map's canvases that follows the map's camera. Lines keep their width at every zoom, and
 * handles work for mouse, pen and finger. The surface draws objects and finds what lies under a pointer. The effect
 * of a drag, click or key on a drawing is decided by its tool ({@link SurfaceTool}).
 */
export class DrawingSurface implements Layer {
  #canvas: SurfaceCanvas | undefined
  #element: HTMLCanvasElement | undefined
  #camera: Camera | undefined
  #environment: MapEnvironment | undefined
  #objects: readonly SurfaceObject[] = []
  #drawnObjects = new Map<string, FabricObject>()
  #chosen: SurfacePart | undefined
  #isChanged = true
  #drawn: Drawn | undefined

  /** Lays the surface over a map. */
  open(host: HTMLElement, camera: Camera, environment: MapEnvironment): void {
    const element = environment.createCanvas(1, 1)
    element.setAttribute('aria-hidden', 'true')
    Object.assign(element.style, { position: 'absolute', top: '0', left: '0', pointerEvents: 'none' })
    host.append(element)
    this.#element = element
    this.#camera = camera
    this.#environment = environment
    this.#canvas = new SurfaceCanvas(element, { renderOnAddRemove: false, skipOffscreen: false })
    this.#canvas.drawLabels = (ctx) => this.#drawLabels(ctx)
    this.#isChanged = true
    this.#drawn = undefined
  }

  /** Removes the surface from its map. */
  close(): void {
    void this.#canvas?.dispose()
    this.#element?.remove()
    this.#canvas = undefined
    this.#element = undefined
    this.#camera = undefined
    this.#drawnObjects.clear()
  }

  /**
   * Sets the objects to draw from the next frame on; the last object is drawn on top.
   * @param chosen the handle that is drawn as chosen
   */
  show(objects: readonly SurfaceObject[], chosen: SurfacePart | undefined): void {
    this.#objects = objects
    this.#chosen = chosen
    this.#isChanged = true
  }

  /** Returns the topmost part under a point of the view. Handles come before areas and lines. */
  partAt(at: Point, kind: PointerKind): SurfacePart | undefined {
    // Objects shown since the last frame can be hit already.
    this.#update()
    const topFirst = [...this.#objects].reverse()
    for (const object of topFirst) {
      const drawn = this.#drawnObjects.get(object.id)
      // An object that cannot be dragged as a whole needs no free room between its handles.
      const isInside = object.cursor !== undefined && this.#isHit(object, at, kind)
      const handle = drawn && handleAt(drawn, at, kind, isInside)
      if (handle) return { object: object.id, handle: handle.id, cursor: handle.cursor }
    }
    const hit = topFirst.find((object) => object.cursor !== undefined && this.#isHit(object, at, kind))
    return hit && { object: hit.id, handle: undefined, cursor: hit.cursor ?? '' }
  }

  draw(view: View): void {
    const next = drawnAs(view.camera, view.tokens, view.ratio)
    if (!this.#canvas || (!this.#isChanged && isSame(this.#drawn, next))) return
    this.#place(next)
    this.#canvas.renderAll()
  }

  dispose(): void {
    this.close()
  }

  /** Aligns the fabric canvas with the camera, and its objects with those shown. */
  #place(next: Drawn): void {
    const canvas = this.#canvas
    if (!canvas) return
    const { scale, left, top, width, height, ratio, tokens } = next
    const before = this.#drawn
    this.#drawn = next
    if (before?.width !== width || before.height !== height || before.ratio !== ratio)
      canvas.setDimensions({ width, height })
    canvas.setViewportTransform([scale, 0, 0, scale, left, top])
    if (this.#isChanged || before?.scale !== scale || before.tokens !== tokens || before.ratio !== ratio)
      this.#rebuild(next)
    else for (const object of this.#drawnObjects.values()) object.setCoords()
    this.#isChanged = false
  }

  #rebuild({ scale, tokens, ratio }: Drawn): void {
    const canvas = this.#canvas
    if (!canvas) return
    canvas.remove(...canvas.getObjects())
    this.#drawnObjects = new Map(
      this.#objects.map((object) => {
        const chosen = this.#chosen?.object === object.id ? this.#chosen.handle : undefined
        return [object.id, fabricObject(object, { scale, tokens, chosen, ratio })]
      }),
    )
    canvas.chosen = this.#chosen && this.#drawnObjects.get(this.#chosen.object)
    canvas.add(...this.#drawnObjects.values())
  }

  #update(): void {
    if (!this.#camera || !this.#environment) return
    // No colours are known before the first frame, which draws the objects again.
    const { tokens, ratio } = this.#drawn ?? { tokens: schemes.light, ratio: this.#environment.pixelRatio() }
    const next = drawnAs(this.#camera, tokens, ratio)
    if (!this.#isChanged && isSame(this.#drawn, next)) return
    this.#place(next)
    this.#isChanged = true
  }

  #isHit({ form }: SurfaceObject, at: Point, kind: PointerKind): boolean {
    if (!this.#camera) return false
    const place = this.#camera.toMap(at)
    if (form.kind === 'circle' || form.kind === 'area') return isInOutline(form, place)
    const nearest = nearestOnLine(form.points, place)
    return nearest !== undefined && nearest.distance * this.#camera.scale <= lineReach[kind]
  }

  #drawLabels(ctx: CanvasRenderingContext2D): void {
    if (!this.#camera || !this.#drawn) return
    const { tokens, height } = this.#drawn
    for (const object of this.#objects) {
      if (object.label === undefined) continue
      const { x, y } = this.#camera.toScreen(lowerMiddle(object.form))
      const lowest = Math.max(0, height - label.height - label.gap)
      drawLabel({ ctx, tokens }, object.label, { x, y: clamp(y + label.gap, 0, lowest) })
    }
  }
}

function drawnAs(camera: Camera, tokens: Tokens, ratio: number): Drawn {
  const { x: left, y: top } = camera.toScreen({ x: 0, y: 0 })
  return { scale: camera.scale, left, top, ...camera.viewport, ratio, tokens }
}

const isSame = (a: Drawn | undefined, b: Drawn): boolean =>
  a !== undefined && (Object.keys(b) as (keyof Drawn)[]).every((member) => a[member] === b[member])

/** Returns the middle of the lower edge of a form's bounding box. */
function lowerMiddle(form: SurfaceObject['form']): Point {
  if (form.kind === 'circle') return { x: form.centre.x, y: form.centre.y + form.radius }
  const xs = form.points.map(({ x }) => x)
  const ys = form.points.map(({ y }) => y)
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: Math.max(...ys) }
}
