import type { Actor, ServiceParts } from '@wardtrack/access'
import { type calls, messages } from '@wardtrack/contracts'
import { INTERNAL, isDuplicateKey, type PlaceDoc, Types } from '@wardtrack/database'
import { type PlaceCache, publishPlacesChanged } from '@wardtrack/places'
import { conflict, duplicate, type Handler } from '@wardtrack/service-kit'
import { rtlsAnswer } from './hierarchies.service.ts'

type AddPlaceParts = Pick<ServiceParts, 'db' | 'bus' | 'limits'> & { places: PlaceCache }
type AddPlaceService = { add: Handler<Actor, typeof calls.addPlace> }

/** Creates the service that adds places to the internal hierarchy by hand, where no system pushes them. */
export function createAddPlaceService(parts: AddPlaceParts): AddPlaceService {
  const { db, limits, places } = parts
  return {
    add: async ({ body: { fullName } }, context) => {
      if (await db.models.places.findOne({ provider: INTERNAL, fullName }))
        throw duplicate(messages.placeExists, [{ path: 'fullName', message: messages.placeExists }])
      if ((await db.models.places.countDocuments({})) >= limits.places) throw conflict(messages.tooManyPlaces)
      const place = await insertPlace(parts, fullName)
      context.target('place', place._id.toHexString())
      await publishPlacesChanged(parts)
      return { err: 0, message: messages.placeAdded, data: rtlsAnswer(place, await places.read()) }
    },
  }
}

const MAX_ID_LENGTH = 60

/** Returns an id that people can read and type: the path in lower case without accents, and digits. */
function idOfPath(fullName: readonly string[]): string {
  const plain = fullName.join(' ').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, MAX_ID_LENGTH) || 'place'
}

/** Inserts a place. If the id of its path is taken, a number is appended. */
async function insertPlace({ db }: AddPlaceParts, fullName: string[]): Promise<PlaceDoc> {
  const id = idOfPath(fullName)
  for (let number = 1; ; number += 1) {
    const place = {
      _id: new Types.ObjectId(),
      provider: INTERNAL,
      hierarchyId: number === 1 ? id : `${id}-${number}`,
      fullName,
      mapId: null,
      Depth: fullName.length,
    }
    try {
      return await db.models.places.create(place)
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }
}
