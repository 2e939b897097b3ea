import type { ProviderHierarchy, RtlsHierarchy } from '@wardtrack/contracts'

/** A place of the internal hierarchy in the list. */
export interface PlaceRow {
  readonly place: RtlsHierarchy
  /** Name of its innermost level. */
  readonly name: string
  /** Names of the enclosing levels, from the outermost. */
  readonly within: string
  /** Its own map, else that of the nearest enclosing place; null without any. */
  readonly mapId: string | null
  /** Place that the map belongs to; the place itself without a map. */
  readonly mapOf: RtlsHierarchy
}

/** Filter of the listed places. */
export type PlaceFilter = 'all' | 'no-map' | 'unmapped'

/** Separator between the levels of a path. */
export const separator = ' > '

/** Joins level names to a path. */
export const nameOf = (fullName: readonly string[]): string => fullName.join(separator)

const keyOf = (fullName: readonly string[]): string => JSON.stringify(fullName)

/** Returns the places with their maps, in the given order. */
export function placeRows(places: readonly RtlsHierarchy[]): PlaceRow[] {
  const byPath = new Map(places.map((place) => [keyOf(place.fullName), place]))
  return places.map((place) => {
    const { fullName } = place
    const ancestors = fullName.map((_, depth) => byPath.get(keyOf(fullName.slice(0, depth + 1))))
    const mapId = ancestors.findLast((ancestor) => ancestor?.mapId)?.mapId ?? null
    // Rooms may have their floor's map too. It belongs to the outermost place that has it.
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

/**
 * Returns the rows that match a text in their path or id, and a filter. Without providers, no row counts as unmapped.
 */
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

/** Places of the providers and their uses, for the dropdowns. */
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

  /** Returns the provider's name of a place; the id if the provider no longer names it. */
  nameOf(provider: string, hierarchyId: string): string {
    return this.#names.get(providedKey(provider, hierarchyId)) ?? hierarchyId
  }

  /**
   * Returns the internal place, other than `self`, that a provider's place is mapped to. A provider's place has one
   * mapping.
   */
  usedBy(provider: string, hierarchyId: string, self: RtlsHierarchy): RtlsHierarchy | undefined {
    const user = this.#users.get(providedKey(provider, hierarchyId))
    return user && user.hierarchyId !== self.hierarchyId ? user : undefined
  }
}

/** Replaces or removes one provider's mapping of a place. */
export function withMapping(
  mappings: RtlsHierarchy['mappings'],
  provider: string,
  mapping: RtlsHierarchy['mappings'][string] | undefined,
): RtlsHierarchy['mappings'] {
  const next = Object.fromEntries(Object.entries(mappings).filter(([name]) => name !== provider))
  return mapping ? { ...next, [provider]: mapping } : next
}
