import type { RoomOutline } from '@wardtrack/contracts'
import type { SnapOutline, SurfaceObject, SurfacePart } from '../../../drawing-surface/index.ts'
import { compareNames } from '../../../lib/i18n/formats.ts'
import { midpoint, type Point } from '../../../map-engine/index.ts'
import { formOf } from './fence-objects.ts'
import { outlineToSnap } from './fence-outline.ts'
import { boxOf, coversPoint, type FenceShape, shapeOfArea } from './fence-shape.ts'

/** A room of the plan, whose outline a geofence can use. */
export interface Room {
  /** Id of the room's object on the surface. */
  readonly id: string
  readonly name: string
  /** Path of the room's parent; empty without one. */
  readonly above: string
  readonly shape: FenceShape
}

type Look = Pick<SurfaceObject, 'colour' | 'lineWidth' | 'fillOpacity'>

/** Handle at the middle of a room, where Tab stops; it is not painted. */
const MIDDLE = 'middle'
const line: Look = { colour: ({ primaryLine }) => primaryLine, lineWidth: 1, fillOpacity: 0 }
const activeLine: Look = { colour: ({ link }) => link, lineWidth: 2.5, fillOpacity: 0.16 }

/** Rooms of a plan, by name, with hit testing and drawing. */
export class RoomChoice {
  readonly rooms: readonly Room[]
  /** Walls of the rooms, for snapping. */
  readonly walls: readonly SnapOutline[]
  /** Smallest first, so that the inner one of overlapping rooms is hit. */
  readonly #bySize: readonly Room[]

  constructor(outlines: readonly RoomOutline[]) {
    this.rooms = outlines
      .map(toRoom)
      .sort((a, b) => compareNames(a.name, b.name) || compareNames(a.above, b.above))
    this.walls = this.rooms.map(({ shape }) => outlineToSnap(shape))
    this.#bySize = [...this.rooms].sort((a, b) => boxArea(a) - boxArea(b))
  }

  /**
   * Returns the room at a point of the plan. @param part part found by the surface; the middle of a room may be hit
   * from outside the room
   */
  roomAt(at: Point, part: SurfacePart | undefined): Room | undefined {
    return this.#bySize.find(({ shape }) => coversPoint(shape, at)) ?? this.roomOf(part)
  }

  /** Returns the room that a part of the surface belongs to. */
  roomOf(part: SurfacePart | undefined): Room | undefined {
    return part && this.rooms.find(({ id }) => id === part.object)
  }

  /** Returns every room as an object of the surface. @param active room under the pointer or reached by Tab */
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
