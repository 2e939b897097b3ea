import type { SurfaceObject, SurfacePart, SurfacePlace } from '../../../drawing-surface/index.ts'
import type { Room, RoomChoice } from './room-choice.ts'

/** Effect of a key during the choice of a room: choose or release it; undefined leaves the key to the map. */
type RoomKey = 'take' | 'release' | undefined

const keys: Readonly<Record<string, RoomKey>> = { Enter: 'take', ' ': 'take', Escape: 'release' }

/** Choice of a room of the plan by pointer or key, once the rooms are loaded. */
export class RoomPicking {
  #rooms: RoomChoice | undefined
  #pointed: Room | undefined

  setRooms(rooms: RoomChoice | undefined): void {
    this.#rooms = rooms
    this.#pointed = undefined
  }

  /** Returns the room of a press. */
  roomAt({ at }: SurfacePlace, part: SurfacePart | undefined): Room | undefined {
    return this.#rooms?.roomAt(at, part)
  }

  /** Handles the mouse over a place, or outside. @returns true if the room differs from the previous one */
  pointAt(place: SurfacePlace | undefined, part: SurfacePart | undefined): boolean {
    const room = place && this.roomAt(place, part)
    const isOther = room !== this.#pointed
    this.#pointed = room
    return isOther
  }

  /** Returns the effect of a key on the room reached by Tab. */
  press(key: string, chosen: SurfacePart | undefined): { room: Room; meant: RoomKey } | undefined {
    const room = this.#rooms?.roomOf(chosen)
    return room && { room, meant: keys[key] }
  }

  /** Returns the rooms as objects of the surface, with the hovered room or the one reached by Tab. */
  objectsOf(chosen: SurfacePart | undefined): SurfaceObject[] {
    return this.#rooms?.objectsOf(this.#pointed ?? this.#rooms.roomOf(chosen)) ?? []
  }
}
