import type { ProviderHierarchy, RtlsHierarchy } from '@wardtrack/contracts'

/** A place of the internal hierarchy as the list shows it. */
export interface PlaceRow {
  readonly place: RtlsHierarchy
  /** Its innermost level. */
  readonly name: string
  /** The levels around it, from the outermost. */
  readonly within: string
  /** Its own map, else that of the nearest place above it; null without any. */
  readonly mapId: string | null
  /** The place whose map that is; the place itself without any. */
  readonly mapOf: RtlsHierarchy
}

/** Which places are listed. */
export type PlaceFilter = 'all' | 'no-map' | 'unmapped'

/** What stands between the levels of a path. */
export const separator = ' > '

/** A list of level names as people read it. */
export const nameOf = (fullName: readonly string[]): string => fullName.join(separator)

const keyOf = (fullName: readonly string[]): string => JSON.stringify(fullName)

/** The places with their maps, in the order given. */
export function placeRows(places: readonly RtlsHierarchy[]): PlaceRow[] {
  const byPath = new Map(places.map((place) => [keyOf(place.fullName), place]))
  return places.map((place) => {
    const { fullName } = place
    const ancestors = fullName.map((_, depth) => byPath.get(keyOf(fullName.slice(0, depth + 1))))
    const mapId = ancestors.findLast((ancestor) => ancestor?.mapId)?.mapId ?? null
    // Rooms may name their floor's map as their own: whose it is is told by the outermost that does.
    const mapOf = (mapId ? ancestors.find((ancestor) => ancestor?.mapId === mapId) : undefined) ?? place
    return {
      place,
      name: fullName.at(-1) ?? place.hierarchyId,
      within: nameOf(fullName.slice(0, -1)),
      mapId,
      mapOf,
    }
  })
}

/** Rows that match a text in their path or id, and a filter. Without providers nothing counts as unmapped. */
export function filterRows(
  rows: readonly PlaceRow[],
  search: string,
  filter: PlaceFilter,
  providers: readonly string[],
): PlaceRow[] {
  const wanted = search.trim().toLowerCase()
  return rows.filter(({ place, mapId }) => {
    if (filter === 'no-map' && mapId) return false
    if (filter === 'unmapped' && providers.some((provider) => place.mappings[provider])) return false
    if (!wanted) return true
    return (
      nameOf(place.fullName).toLowerCase().includes(wanted) ||
      place.hierarchyId.toLowerCase().includes(wanted)
    )
  })
}

const providedKey = (provider: string, hierarchyId: string): string => `${provider}|${hierarchyId}`

/** The provider's places and who uses them: what the dropdowns offer. */
export class ProviderPlaces {
  readonly #byProvider = new Map<string, ProviderHierarchy[]>()
  readonly #names = new Map<string, string>()
  readonly #users = new Map<string, RtlsHierarchy>()

  constructor(provided: readonly ProviderHierarchy[], places: readonly RtlsHierarchy[]) {
    for (const providerPlace of provided) {
      const list = this.#byProvider.get(providerPlace.provider)
      if (list) list.push(providerPlace)
      else this.#byProvider.set(providerPlace.provider, [providerPlace])
      this.#names.set(
        providedKey(providerPlace.provider, providerPlace.hierarchyId),
        nameOf(providerPlace.fullName),
      )
    }
    for (const place of places)
      for (const [provider, { hierarchyId }] of Object.entries(place.mappings))
        this.#users.set(providedKey(provider, hierarchyId), place)
  }

  placesOf(provider: string): readonly ProviderHierarchy[] {
    return this.#byProvider.get(provider) ?? []
  }

  /** How the provider names its place; the id of one that it no longer names. */
  nameOf(provider: string, hierarchyId: string): string {
    return this.#names.get(providedKey(provider, hierarchyId)) ?? hierarchyId
  }

  /** The internal place other than `self` that the provider's place is mapped to: a provider's place has one use. */
  usedBy(provider: string, hierarchyId: string, self: RtlsHierarchy): RtlsHierarchy | undefined {
    const user = this.#users.get(providedKey(provider, hierarchyId))
    return user && user.hierarchyId !== self.hierarchyId ? user : undefined
  }
}

/** A place's mappings with one provider's replaced, or taken away. */
export function withMapping(
  mappings: RtlsHierarchy['mappings'],
  provider: string,
  mapping: RtlsHierarchy['mappings'][string] | undefined,
): RtlsHierarchy['mappings'] {
  const next = Object.fromEntries(Object.entries(mappings).filter(([name]) => name !== provider))
  return mapping ? { ...next, [provider]: mapping } : next
}
