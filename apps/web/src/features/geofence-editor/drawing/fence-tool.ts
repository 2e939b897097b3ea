import {
  type DragEdit,
  type SnapOutline,
  type SurfaceObject,
  type SurfacePart,
  type SurfacePlace,
  SurfaceTool,
  snapPoint,
  snapShift,
} from '../../../drawing-surface/index.ts'
import { distance, type KeyPress, type Point } from '../../../map-engine/index.ts'
import { FENCE, fenceObjects } from './fence-objects.ts'
import {
  circleAround,
  cornersOfShape,
  type FenceDrawing,
  type FenceShape,
  isSameDrawing,
  moveShape,
  pullHandle,
  rectangleBetween,
  type ShapeKind,
  shapeBetween,
  shapeOf,
} from './fence-shape.ts'
import { steppedDrawing } from './fence-steps.ts'
import { edgeMiddle, insertCorner, removeCorner } from './polygon-shape.ts'
import { onPlan } from './rectangle-shape.ts'
import type { Room, RoomChoice } from './room-choice.ts'
import { RoomPicking } from './room-picking.ts'

/** Distance within which a point snaps, in CSS pixels. */
const snapReach = { mouse: 8, pen: 10, touch: 14 } as const

/** Kind of drawing: a shape, or the outline of a room chosen by one click. */
export type DrawnKind = ShapeKind | 'room'

/**
 * Tool that draws the area of a geofence: a rectangle or circle by a drag, a polygon corner by corner, or a room by a
 * click. Handles edit the shape, its middle moves it, and keys do the same.
 */
export class FenceTool extends SurfaceTool<FenceDrawing> {
  #kind: DrawnKind = 'rectangle'
  #label: (shape: FenceShape) => string = () => ''
  /** Other outlines, to which points snap. */
  #outlines: readonly SnapOutline[] = []
  /** Position of the next corner of a polygon: under the mouse, or as moved by arrow keys. */
  #nextCorner: Point | undefined
  readonly #rooms = new RoomPicking()
  #onRoomTaken: (kind: ShapeKind) => void = () => undefined

  constructor() {
    super(undefined)
  }

  setKind(kind: DrawnKind): void {
    this.#kind = kind
    this.#nextCorner = undefined
    // An open polygon would stay behind and could not be saved.
    if (kind !== 'polygon' && this.drawing?.kind === 'open') this.commit(undefined)
    else this.redraw()
  }

  /** Sets the available rooms, and the callback after a room was chosen. */
  setRooms(rooms: RoomChoice | undefined, onTaken: (kind: ShapeKind) => void): void {
    this.#rooms.setRooms(rooms)
    this.#onRoomTaken = onTaken
    this.redraw()
  }

  /** Sets the format of the size in the label below the shape. */
  setLabel(label: (shape: FenceShape) => string): void {
    this.#label = label
    this.redraw()
  }

  /** Sets the outlines that points snap to, unless Alt is held. */
  setSnapOutlines(outlines: readonly SnapOutline[]): void {
    this.#outlines = outlines
  }

  clear(): void {
    this.#nextCorner = undefined
    if (this.drawing) this.commit(undefined)
  }

  /** Closes the polygon; returns false while there are fewer than three corners. */
  close(): boolean {
    const { drawing } = this
    if (drawing?.kind !== 'open' || drawing.points.length < 3) return false
    this.#nextCorner = undefined
    this.commit({ kind: 'polygon', points: drawing.points })
    return true
  }

  /** Index of the chosen corner; undefined without one. */
  get chosenCorner(): number | undefined {
    const [part, index] = this.state.chosen?.handle?.split(' ') ?? []
    return part === 'corner' ? Number(index) : undefined
  }

  /** True if a corner is chosen and the polygon can lose it. */
  get mayRemoveCorner(): boolean {
    const { drawing, chosenCorner } = this
    return drawing?.kind === 'polygon' && chosenCorner !== undefined && drawing.points.length > 3
  }

  /** Removes the chosen corner, if at least three are left. */
  removeChosenCorner(): boolean {
    const { drawing, chosenCorner } = this
    if (chosenCorner === undefined || (drawing?.kind !== 'polygon' && drawing?.kind !== 'open')) return false
    const points =
      drawing.kind === 'polygon'
        ? removeCorner(drawing.points, chosenCorner)
        : drawing.points.filter((_, index) => index !== chosenCorner)
    if (points.length === drawing.points.length) return true
    this.choose(undefined)
    this.commit(points.length === 0 ? undefined : { ...drawing, points })
    return true
  }

  protected override objectsOf(drawing: FenceDrawing, isDrawing: boolean): readonly SurfaceObject[] {
    const isRoom = this.#kind === 'room'
    const nextCorner = this.#kind === 'polygon' ? this.#nextCorner : undefined
    const look = { isDrawing: isDrawing && !isRoom, nextCorner, label: this.#label, scale: this.scale }
    const rooms = isRoom && isDrawing ? this.#rooms.objectsOf(this.state.chosen) : []
    return [...fenceObjects(drawing, look), ...rooms]
  }

  protected override startEdit(
    part: SurfacePart | undefined,
    from: SurfacePlace,
  ): DragEdit<FenceDrawing> | undefined {
    if (this.#kind === 'room') return undefined
    const { drawing } = this
    const edit = part?.object === FENCE && drawing ? this.#editOf(part, drawing, from) : this.#newShape(from)
    if (!edit) return undefined
    return (to) => {
      const next = edit(to)
      return isSameDrawing(next, drawing) ? undefined : next
    }
  }

  /** After the drag of an edge, the new corner is chosen. */
  protected override chosenAfter(part: SurfacePart | undefined): SurfacePart | undefined {
    const [kind, index] = part?.handle?.split(' ') ?? []
    const inserted = part && kind === 'edge' ? { ...part, handle: `corner ${Number(index) + 1}` } : part
    return super.chosenAfter(inserted)
  }

  protected override clickPart(part: SurfacePart | undefined, place: SurfacePlace): boolean {
    if (this.#kind === 'room') return this.#takeRoom(this.#rooms.roomAt(place, part))
    const handle = part?.object === FENCE ? part.handle : undefined
    if (this.#kind !== 'polygon' || this.drawing?.kind === 'polygon') {
      this.choose(handle === undefined || handle.startsWith('edge') ? undefined : part)
      return true
    }
    const closes = handle === 'corner 0' || handle === `corner ${this.#openCorners().length - 1}`
    if (handle === undefined) this.#putCorner(this.#snapped(place))
    else if (!closes || !this.close()) this.choose(part)
    return true
  }

  protected override pointAt(place: SurfacePlace | undefined, part?: SurfacePart): void {
    if (this.#kind === 'room' && this.#rooms.pointAt(place, part)) this.redraw()
    const isOpen = this.#kind === 'polygon' && this.drawing?.kind === 'open'
    if (!isOpen && this.#nextCorner === undefined) return
    this.#nextCorner = isOpen && place ? this.#snapped(place) : undefined
    this.redraw()
  }

  protected override freeCursor(): string | undefined {
    return this.#kind === 'room' ? undefined : 'crosshair'
  }

  protected override pressKey(press: KeyPress, step: Point | undefined): boolean {
    const { drawing } = this
    const { key } = press
    if (this.#kind === 'room') return this.#pressRoomKey(key)
    if (key === 'Enter') return drawing?.kind === 'open' ? this.close() || true : this.#createInView()
    if (key === 'Escape') return this.#giveUp()
    if (key === 'Delete' || key === 'Backspace') return this.removeChosenCorner()
    if (key === 'Insert') return this.#insertAfterChosen()
    if (key === ' ') return this.#putAtCursor()
    if (!step) return false
    const isStretch = press.shift && press.alt
    const handle = this.state.chosen?.handle
    const edited = drawing && steppedDrawing(drawing, { step, handle, isStretch, bounds: this.bounds })
    if (!edited) return this.#moveCursor(step)
    const run = `${isStretch ? 'stretch' : 'move'} ${handle ?? ''}`
    if (!isSameDrawing(edited, drawing)) this.commit(edited, run)
    return true
  }

  #pressRoomKey(key: string): boolean {
    const pressed = this.#rooms.press(key, this.state.chosen)
    if (pressed?.meant === 'take') return this.#takeRoom(pressed.room)
    if (pressed?.meant === 'release') this.choose(undefined)
    return pressed?.meant !== undefined
  }

  #takeRoom(room: Room | undefined): true {
    this.choose(undefined)
    if (room) this.commit(room.shape)
    if (room) this.#onRoomTaken(room.shape.kind)
    return true
  }

  #editOf(
    part: SurfacePart,
    drawing: NonNullable<FenceDrawing>,
    from: SurfacePlace,
  ): DragEdit<FenceDrawing> | undefined {
    const { bounds } = this
    const { handle } = part
    if (handle !== undefined) return (to) => pullHandle(drawing, handle, this.#snapped(to), bounds)
    if (drawing.kind === 'open') return undefined
    return (to) => this.#moved(drawing, from, to)
  }

  #newShape(from: SurfacePlace): DragEdit<FenceDrawing> | undefined {
    const { bounds } = this
    if (this.#kind === 'polygon') return undefined
    const start = this.#snapped(from)
    if (this.#kind === 'circle')
      return (to) => circleAround(start, distance(start, this.#snapped(to)), bounds)
    return (to) => rectangleBetween(start, this.#snapped(to), bounds)
  }

  /** Returns a whole pixel of the plan, snapped to a near corner or edge of another geofence. */
  #snapped({ at, kind, alt }: SurfacePlace): Point {
    const near = alt ? undefined : snapPoint(at, this.#outlines, snapReach[kind] / this.scale)
    return onPlan(near ?? at, this.bounds)
  }

  #moved(shape: FenceShape, from: SurfacePlace, to: SurfacePlace): FenceShape {
    const { bounds } = this
    const way = { x: to.at.x - from.at.x, y: to.at.y - from.at.y }
    const free = moveShape(shape, way.x, way.y, bounds)
    const reach = snapReach[to.kind] / this.scale
    const shift = to.alt ? undefined : snapShift(cornersOfShape(free), this.#outlines, reach)
    return shift ? moveShape(free, shift.x, shift.y, bounds) : free
  }

  #openCorners(): readonly Point[] {
    return this.drawing?.kind === 'open' ? this.drawing.points : []
  }

  #putCorner(at: Point): void {
    const corners = this.#openCorners()
    const last = corners.at(-1)
    if (last && last.x === at.x && last.y === at.y) return
    this.choose(undefined)
    this.commit({ kind: 'open', points: [...corners, at] })
  }

  /** Creates a shape of a quarter of the view for users without a pointer, to be corrected by keys. */
  #createInView(): boolean {
    if (this.drawing || this.#kind === 'room') return false
    const [from, to] = [this.pointOfView(0.375, 0.375), this.pointOfView(0.625, 0.625)]
    const shape = shapeBetween(this.#kind, from, to, this.bounds)
    if (shape) this.commit(shape)
    return shape !== undefined
  }

  /** Releases the chosen handle; without one, clears the drawing. */
  #giveUp(): boolean {
    if (!this.drawing && !this.#nextCorner) return false
    if (this.state.chosen) this.choose(undefined)
    else this.clear()
    this.#nextCorner = undefined
    this.redraw()
    return true
  }

  #insertAfterChosen(): boolean {
    const { drawing, chosenCorner } = this
    if (drawing?.kind !== 'polygon' || chosenCorner === undefined) return false
    const middle = onPlan(edgeMiddle(drawing.points, chosenCorner), this.bounds)
    this.commit({ kind: 'polygon', points: insertCorner(drawing.points, chosenCorner, middle) })
    this.choose({ object: FENCE, handle: `corner ${chosenCorner + 1}`, cursor: 'move' })
    return true
  }

  /** Moves the position of the next corner by keys, starting at the last corner, or in the middle of the view. */
  #moveCursor({ x, y }: Point): boolean {
    if (this.#kind !== 'polygon' || shapeOf(this.drawing)) return false
    const from = this.#nextCorner ?? this.#openCorners().at(-1) ?? this.pointOfView(0.5, 0.5)
    this.#nextCorner = onPlan({ x: from.x + x, y: from.y + y }, this.bounds)
    this.choose(undefined)
    this.redraw()
    return true
  }

  #putAtCursor(): boolean {
    if (this.#kind !== 'polygon' || shapeOf(this.drawing)) return false
    this.#putCorner(onPlan(this.#nextCorner ?? this.pointOfView(0.5, 0.5), this.bounds))
    return true
  }
}
