import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, messages } from '@wardtrack/contracts'
import { INTERNAL } from '@wardtrack/database'
import { notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { mapAnswer } from './map-answer.ts'
import type { MapService } from './maps.service.ts'
import { readImage } from './read-image.ts'

/** Rows 56 and 58 of calls.md: one map, and storing a hierarchy's map image. */
export function mapRoutes(parts: Pick<ServiceParts, 'db'>, maps: MapService): ServedCall<Actor>[] {
  const { db } = parts
  return [
    serve(calls.getMap)<Actor>(async ({ params }) => {
      const map = await db.models.maps.findOne({ _id: params.mapId })
      if (!map) throw notFound()
      return mapAnswer(map)
    }),
    serve(calls.uploadMap)<Actor>(async ({ body }, context) => {
      // The file's name is not used for anything: what the image is, and where it goes, does not depend on it.
      const place = await db.models.places.findOne({ provider: INTERNAL, hierarchyId: body.hierarchyId })
      if (!place) throw notFound()
      const map = await maps.save(place, body.mapData, () => readImage(body.imgData.img))
      context.target('map', map._id)
      return { err: 0 as const, message: messages.mapImported, status: 200 as const, data: mapAnswer(map) }
    }),
  ]
}
