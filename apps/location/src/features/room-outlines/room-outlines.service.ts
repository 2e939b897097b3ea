import type { Actor, ServiceParts } from '@wardtrack/access'
import type { calls, RoomOutline } from '@wardtrack/contracts'
import { factorTo, geometryOf, type MapGeometry, scaledArea } from '@wardtrack/places'
import { type Handler, notFound } from '@wardtrack/service-kit'
import { findRooms, type Room } from './room-outlines.store.ts'

type RoomOutlineService = { listOfMap: Handler<Actor, typeof calls.roomOutlines> }

/** Creates the service that returns the rooms of maps, whatever image their outlines were drawn for. */
export function createRoomOutlineService({ db }: Pick<ServiceParts, 'db'>): RoomOutlineService {
  return {
    listOfMap: async ({ params: { mapId }, query }) => {
      const map = await db.models.maps.findOne({ _id: mapId })
      if (!map) throw notFound()
      const geometry = geometryOf(map)
      const { docs, count } = await findRooms(db, mapId, query)
      return { data: docs.map((room) => roomAnswer(room, geometry)), count }
    },
  }
}

const roomAnswer = ({ hierarchyId, fullName, outline }: Room, map: MapGeometry): RoomOutline => ({
  hierarchyId,
  fullName,
  Coordinates: scaledArea(outline.Coordinates, factorTo(map, outline.imageSize)),
})
