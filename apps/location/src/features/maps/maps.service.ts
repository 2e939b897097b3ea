import type { Actor, ServiceParts } from '@wardtrack/access'
import { type calls, type MapInfo, messages } from '@wardtrack/contracts'
import { INTERNAL, type MapDoc } from '@wardtrack/database'
import { abandonedSignal, type Handler, notFound } from '@wardtrack/service-kit'
import type { MapUploads } from './map-uploads.ts'
import { readMapImage } from './read-map-image.ts'

/** The calls about maps. */
export type MapService = {
  get: Handler<Actor, typeof calls.getMap>
  upload: Handler<Actor, typeof calls.uploadMap>
}

/** Creates the service that reads maps and stores uploaded images. */
export function createMapService(
  { db, imageDecoder }: Pick<ServiceParts, 'db' | 'imageDecoder'>,
  uploads: MapUploads,
): MapService {
  return {
    get: async ({ params }) => {
      const map = await db.models.maps.findOne({ _id: params.mapId })
      if (!map) throw notFound()
      return mapAnswer(map)
    },
    upload: async ({ body }, context) => {
      // The file name is ignored: neither the image type nor its path depends on it.
      const place = await db.models.places.findOne({ provider: INTERNAL, hierarchyId: body.hierarchyId })
      if (!place) throw notFound()
      const image = await readMapImage(body.imgData.img, imageDecoder, abandonedSignal(context.response))
      const map = await uploads.save(place, body.mapData, image)
      context.target('map', map._id)
      return { err: 0 as const, message: messages.mapImported, status: 200 as const, data: mapAnswer(map) }
    },
  }
}

/** Returns a stored map in the form of answers. */
const mapAnswer = ({ _id, ...rest }: MapDoc): MapInfo => ({ mapId: _id, ...rest })
