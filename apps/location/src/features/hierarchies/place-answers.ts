import type { ProviderHierarchy, RtlsHierarchy } from '@wardtrack/contracts'
import type { PlaceDoc } from '@wardtrack/database'

/** An internal place as calls answer it. One that names no map itself has none here. */
export const rtlsAnswer = (place: PlaceDoc): RtlsHierarchy => ({
  _id: place._id.toHexString(),
  hierarchyId: place.hierarchyId,
  mapId: place.mapId,
  fullName: place.fullName,
  mappings: place.mappings ?? {},
})

/** A provider's place as calls answer it. */
export const providerAnswer = (place: PlaceDoc): ProviderHierarchy => ({
  _id: place._id.toHexString(),
  provider: place.provider,
  hierarchyId: place.hierarchyId,
  mapId: place.mapId,
  fullName: place.fullName,
})

/**
 * Sorts by provider, then full name level by level, each by code point; the store's own order of arrays looks at
 * single elements only.
 */
export function byProviderAndName(places: readonly PlaceDoc[]): PlaceDoc[] {
  // Bytes of UTF-8 are in the order of code points, which JavaScript's own order of texts is not beyond 16 bits.
  const keyed = places.map((place) => ({
    place,
    key: Buffer.from([place.provider, ...place.fullName].join('\u0000')),
  }))
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ place }) => place)
}
