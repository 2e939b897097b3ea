import type { ServiceParts } from '@wardtrack/access'
import { INTERNAL, placeMatcher } from '@wardtrack/database'
import { cachedValue } from '@wardtrack/service-kit'

/** A place of the internal hierarchy: its id and the names of its levels, Level_1 first. */
export type InternalPlace = { hierarchyId: string; fullName: string[] }

/** The internal hierarchy as lists look places up: there are thousands of places where there are millions of assets. */
export type InternalPlaces = {
  /** ids of the places that a search text finds */
  matching(text: string): Promise<string[]>
  /** ids of the places that pass a test of their levels */
  idsWhere(test: (fullName: readonly string[]) => boolean): Promise<string[]>
  close(): void
}

/** Opens the places; they are kept in memory until the hierarchy changes. */
export function openInternalPlaces(parts: ServiceParts): InternalPlaces {
  const load = async (): Promise<InternalPlace[]> =>
    parts.db.models.places.find({ provider: INTERNAL }).select({ _id: 0, hierarchyId: 1, fullName: 1 })
  const places = cachedValue(parts, {
    load,
    invalidateOn: { 'config.changed': ({ what }) => what === 'maps' },
  })
  const idsWhere: InternalPlaces['idsWhere'] = async (test) =>
    (await places.read()).filter(({ fullName }) => test(fullName)).map(({ hierarchyId }) => hierarchyId)
  return {
    idsWhere,
    matching: (text) => idsWhere(placeMatcher(text)),
    close: places.close,
  }
}
