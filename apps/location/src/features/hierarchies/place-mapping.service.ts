import type { Actor, ServiceParts } from '@wardtrack/access'
import { type calls, type ErrorDetail, messages } from '@wardtrack/contracts'
import {
  type Database,
  isDuplicateKey,
  type PlaceDoc,
  type PlaceMapping,
  placeKey,
  trusted,
} from '@wardtrack/database'
import { type PlaceCache, publishPlacesChanged } from '@wardtrack/places'
import { ApiError, duplicate, type Handler, notFound } from '@wardtrack/service-kit'
import { rtlsAnswer } from './hierarchies.service.ts'
import { findInternalPlace } from './hierarchies.store.ts'

type Mappings = Record<string, PlaceMapping>
type ProviderPlace = { provider: string; hierarchyId: string }

type MappingService = { replace: Handler<Actor, typeof calls.modifyRtlsHierarchy> }

/**
 * Creates the service that maps provider places to an internal place. A unique index ensures that each provider place
 * maps to at most one internal place, so one of two concurrent requests is refused.
 */
export function createMappingService(
  parts: Pick<ServiceParts, 'db' | 'bus'> & { places: PlaceCache },
): MappingService {
  const { db, places } = parts
  return {
    replace: async ({ body }, context) => {
      const place = await findInternalPlace(db, body.hierarchyId)
      if (!place) throw notFound()
      context.target('place', place._id.toHexString())
      const lookup = await places.read()
      const map = lookup.map(lookup.place(place.hierarchyId)?.mapId ?? '')
      const reference = map ? { imageSize: map.imageSize ?? '' } : {}
      const mappings: Mappings = Object.fromEntries(
        Object.entries(body.mappings).flatMap(([provider, mapping]) =>
          mapping ? [[provider, { ...mapping, ...reference }]] : [],
        ),
      )
      await refuseUnknownPlaces(db, mappings)
      const saved = await saveMappings(db, place, mappings)
      await publishPlacesChanged(parts)
      return { err: 0 as const, message: messages.mappingSaved, data: rtlsAnswer(saved, lookup) }
    },
  }
}

async function saveMappings(db: Database, place: PlaceDoc, mappings: Mappings): Promise<PlaceDoc> {
  const keys = providerPlacesOf(mappings).map(({ provider, hierarchyId }) => placeKey(provider, hierarchyId))
  // An empty list of keys would be a duplicate value in the unique index, so the members are removed instead.
  const update =
    keys.length > 0
      ? { $set: { mappings, MappingKeys: keys } }
      : { $unset: { mappings: '' as const, MappingKeys: '' as const } }
  try {
    const saved = await db.models.places.findOneAndUpdate({ _id: place._id }, update)
    if (!saved) throw notFound()
    return saved
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    throw duplicate(messages.mappingTaken, await findTakenMappings(db, place, mappings))
  }
}

/** @throws ApiError 404 that names each place which its provider never sent */
async function refuseUnknownPlaces(db: Database, mappings: Mappings): Promise<void> {
  const providerPlaces = providerPlacesOf(mappings)
  if (providerPlaces.length === 0) return
  const found = await db.models.places.find({ $or: providerPlaces }).select({ provider: 1, hierarchyId: 1 })
  const known = new Set(found.map((place) => placeKey(place.provider, place.hierarchyId)))
  const errors = toErrors(providerPlaces, messages.notFound, (key) => !known.has(key))
  if (errors.length > 0) throw new ApiError('not_found', messages.notFound, { errors })
}

async function findTakenMappings(db: Database, place: PlaceDoc, mappings: Mappings): Promise<ErrorDetail[]> {
  const providerPlaces = providerPlacesOf(mappings)
  const keys = providerPlaces.map(({ provider, hierarchyId }) => placeKey(provider, hierarchyId))
  const otherPlaces = await db.models.places.find({
    MappingKeys: trusted({ $in: keys }),
    _id: trusted({ $ne: place._id }),
  })
  const takenKeys = new Set(otherPlaces.flatMap(({ MappingKeys = [] }) => MappingKeys))
  return toErrors(providerPlaces, messages.mappingTaken, (key) => takenKeys.has(key))
}

const providerPlacesOf = (mappings: Mappings): ProviderPlace[] =>
  Object.entries(mappings).map(([provider, { hierarchyId }]) => ({ provider, hierarchyId }))

const toErrors = (
  providerPlaces: readonly ProviderPlace[],
  message: string,
  isWrong: (key: string) => boolean,
): ErrorDetail[] =>
  providerPlaces
    .filter(({ provider, hierarchyId }) => isWrong(placeKey(provider, hierarchyId)))
    .map(({ provider }) => ({ path: `mappings.${provider}.hierarchyId`, message }))
