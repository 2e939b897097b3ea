import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls, type ErrorDetail, messages } from '@wardtrack/contracts'
import {
  type Database,
  INTERNAL,
  isDuplicateKey,
  type PlaceDoc,
  type PlaceMapping,
  placeKey,
  trusted,
} from '@wardtrack/database'
import { ApiError, duplicate, notFound, type ServedCall, serve } from '@wardtrack/service-kit'
import { publishPlacesChanged } from '../../places/place-stamp.ts'
import { rtlsAnswer } from './place-answers.ts'

type Mappings = Record<string, PlaceMapping>
type Named = { provider: string; hierarchyId: string }

/**
 * Row 62: which places of the providers stand for an internal one. The whole is replaced. That a provider's place
 * stands for one of ours at most is held by a unique index, so that two who map it at once cannot both succeed.
 */
export function createMappingCalls(parts: Pick<ServiceParts, 'db' | 'bus'>): ServedCall<Actor>[] {
  const { db } = parts
  return [
    serve(calls.modifyRtlsHierarchy)<Actor>(async ({ body }, context) => {
      const place = await db.models.places.findOne({ provider: INTERNAL, hierarchyId: body.hierarchyId })
      if (!place) throw notFound()
      context.target('place', place._id.toHexString())
      const mappings: Mappings = Object.fromEntries(
        Object.entries(body.mappings).flatMap(([provider, mapping]) =>
          mapping ? [[provider, mapping]] : [],
        ),
      )
      await refuseUnknown(db, mappings)
      const saved = await saveMappings(db, place, mappings)
      await publishPlacesChanged(parts)
      return { err: 0 as const, message: messages.mappingSaved, data: rtlsAnswer(saved) }
    }),
  ]
}

async function saveMappings(db: Database, place: PlaceDoc, mappings: Mappings): Promise<PlaceDoc> {
  const keys = namedBy(mappings).map(({ provider, hierarchyId }) => placeKey(provider, hierarchyId))
  // An empty list of keys would be a key of its own in the unique index: then the members are absent.
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
    throw duplicate(messages.mappingTaken, await takenBy(db, place, mappings))
  }
}

/** @throws Refusal 404 that names each place which its provider never told of */
async function refuseUnknown(db: Database, mappings: Mappings): Promise<void> {
  const named = namedBy(mappings)
  if (named.length === 0) return
  const found = await db.models.places.find({ $or: named }).select({ provider: 1, hierarchyId: 1 })
  const known = new Set(found.map((place) => placeKey(place.provider, place.hierarchyId)))
  const errors = errorsOf(named, messages.notFound, (key) => !known.has(key))
  if (errors.length > 0) throw new ApiError('not_found', messages.notFound, { errors })
}

async function takenBy(db: Database, place: PlaceDoc, mappings: Mappings): Promise<ErrorDetail[]> {
  const named = namedBy(mappings)
  const keys = named.map(({ provider, hierarchyId }) => placeKey(provider, hierarchyId))
  const others = await db.models.places.find({
    MappingKeys: trusted({ $in: keys }),
    _id: trusted({ $ne: place._id }),
  })
  const taken = new Set(others.flatMap((other) => other.MappingKeys ?? []))
  return errorsOf(named, messages.mappingTaken, (key) => taken.has(key))
}

const namedBy = (mappings: Mappings): Named[] =>
  Object.entries(mappings).map(([provider, { hierarchyId }]) => ({ provider, hierarchyId }))

const errorsOf = (
  named: readonly Named[],
  message: string,
  isWrong: (key: string) => boolean,
): ErrorDetail[] =>
  named
    .filter(({ provider, hierarchyId }) => isWrong(placeKey(provider, hierarchyId)))
    .map(({ provider }) => ({ path: `mappings.${provider}.hierarchyId`, message }))
