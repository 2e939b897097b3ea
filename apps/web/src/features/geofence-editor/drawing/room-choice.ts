import type { RoomOutline } from '@wardtrack/contracts'
import type { SnapOutline, SurfaceObject, SurfacePart } from '../../../drawing-surface/index.ts'
import { compareNames } from '../../../lib/i18n/formats.ts'
import { midpoint, type Point } from '../../../map-engine/index.ts'
import { formOf } from './fence-objects.ts'
import { outlineToSnap } from './fence-outline.ts'
import { boxOf, coversPoint, type FenceShape, shapeOfArea } from './fence-shape.ts'

/** A room of the plan, whose outline a fence can take. */
export interface Room {
  /** Of its object on the surface. */
  readonly id: string
  readonly name: string
  /** What it lies in; empty where nothing is above it. */
  readonly above: string
  readonly shape: FenceShape
}

type Look = Pick<SurfaceObject, 'colour' | 'lineWidth' | 'fillOpacity'>

/** The middle of a room is where Tab stops; it is not painted. */
const MIDDLE = 'middle'
const line: Look = { colour: ({ primaryLine }) => primaryLine, lineWidth: 1, fillOpacity: 0 }
const activeLine: Look = { colour: ({ link }) => link, lineWidth: 2.5, fillOpacity: 0.16 }

/** The rooms of a plan, by name: which of them is meant, and what is drawn of them. */
export class RoomChoice {
  readonly rooms: readonly Room[]
  /** Their walls, for what is drawn to snap to. */
  readonly walls: readonly SnapOutline[]
  /** The smallest first: where rooms overlap, the inner one is meant. */
  readonly #bySize: readonly Room[]

  constructor(outlines: readonly RoomOutline[]) {
    this.rooms = outlines
      .map(toRoom)
      .sort((a, b) => compareNames(a.name, b.name) || compareNames(a.above, b.above))
    this.walls = this.rooms.map(({ shape }) => outlineToSnap(shape))
    this.#bySize = [...this.rooms].sort((a, b) => boxArea(a) - boxArea(b))
  }

  /** The room at a point of the plan. @param part what the surface found there: the middle of a room may be reached from beside it */
  roomAt(at: Point, part: SurfacePart | undefined): Room | undefined {
    return this.#bySize.find(({ shape }) => coversPoint(shape, at)) ?? this.roomOf(part)
  }

  /** The room that a part of the surface belongs to. */
  roomOf(part: SurfacePart | undefined): Room | undefined {
    return part && this.rooms.find(({ id }) => id === part.object)
  }

  /** Every room as an object of the surface. @param active the room that a pointer or Tab has come to */
  objectsOf(active: Room | undefined): SurfaceObject[] {
    return this.rooms.map((room): SurfaceObject => {
      const { id, name, shape } = room
      const isActive = room === active
      const { x, y, width, height } = boxOf(shape)
      return {
        id,
        form: formOf(shape),
        ...(isActive ? activeLine : line),
        cursor: 'pointer',
        handles: [
          {
            id: MIDDLE,
            at: midpoint({ x, y }, { x: x + width, y: y + height }),
            cursor: 'pointer',
            byKey: true,
            paint: () => undefined,
          },
        ],
        ...(isActive ? { label: name } : {}),
      }
    })
  }
}

function toRoom({ hierarchyId, fullName, Coordinates }: RoomOutline): Room {
  const shape = shapeOfArea(Coordinates)
  return {
    id: `room ${hierarchyId}`,
    name: fullName.at(-1) ?? hierarchyId,
    above: fullName.at(-2) ?? '',
    shape,
  }
}

function boxArea({ shape }: Room): number {
  const { width, height } = boxOf(shape)
  return width * height
}
