import type { SurfaceObject, SurfacePart, SurfacePlace } from '../../../drawing-surface/index.ts'
import type { Room, RoomChoice } from './room-choice.ts'

/** What a key means while rooms are chosen: the room is taken or let go; undefined leaves the key to the map. */
type RoomKey = 'take' | 'release' | undefined

const keys: Readonly<Record<string, RoomKey>> = { Enter: 'take', ' ': 'take', Escape: 'release' }

/** Choosing a room of the plan by pointer or key, once the rooms are known. */
export class RoomPicking {
  #rooms: RoomChoice | undefined
  #pointed: Room | undefined

  setRooms(rooms: RoomChoice | undefined): void {
    this.#rooms = rooms
    this.#pointed = undefined
  }

  /** The room that a press at a place means. */
  roomAt({ at }: SurfacePlace, part: SurfacePart | undefined): Room | undefined {
    return this.#rooms?.roomAt(at, part)
  }

  /** A mouse points at a place, or at none any more. @returns whether that is another room than before */
  pointAt(place: SurfacePlace | undefined, part: SurfacePart | undefined): boolean {
    const room = place && this.roomAt(place, part)
    const isOther = room !== this.#pointed
    this.#pointed = room
    return isOther
  }

  /** What a key makes of the room that Tab has come to. */
  press(key: string, chosen: SurfacePart | undefined): { room: Room; meant: RoomKey } | undefined {
    const room = this.#rooms?.roomOf(chosen)
    return room && { room, meant: keys[key] }
  }

  /** The rooms as objects of the surface, with the one that is pointed at, or that Tab has come to. */
  objectsOf(chosen: SurfacePart | undefined): SurfaceObject[] {
    return this.#rooms?.objectsOf(this.#pointed ?? this.#rooms.roomOf(chosen)) ?? []
  }
}
