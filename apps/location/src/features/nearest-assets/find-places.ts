import type { calls, HandlerInput, Levels, PlaceReason } from '@wardtrack/contracts'
import type { Place, PlaceLookup } from '@wardtrack/places'

/** A place as it is offered; `why` it comes before others. */
export type OfferedPlace = { hierarchyId: string; fullPath: Levels; why?: PlaceReason }

/** What places are looked for, and what is known of whoever looks. */
export type PlaceQuestion = HandlerInput<typeof calls.nearestPlaces>['query']

type Candidate = {
  place: Place
  path: string
  begins: boolean
  /** position among those that were chosen before */
  recency: number
  /** levels that it shares with the place that others are to be near to */
  shared: number
}

/**
 * Places that lie on a map and whose paths hold every word of a text, in any case. Those whose own name begins with the
 * text come first, then those that were chosen before, then those that share most levels with where somebody is, then by
 * their paths.
 */
export function findPlaces(
  lookup: PlaceLookup,
  { search, items, near, recent = [] }: PlaceQuestion,
): OfferedPlace[] {
  const text = search.toLowerCase()
  const words = text.split(/[\s>]+/).filter((word) => word !== '')
  const start = near === undefined ? undefined : lookup.place(near)
  const found: Candidate[] = []
  for (const place of lookup.places()) {
    if (place.mapId === null || !lookup.map(place.mapId)) continue
    const names = namesOf(place)
    const path = names.join('>').toLowerCase()
    if (!words.every((word) => path.includes(word))) continue
    const position = recent.indexOf(place.hierarchyId)
    found.push({
      place,
      path,
      begins: text !== '' && (names.at(-1) ?? '').toLowerCase().startsWith(text),
      recency: position < 0 ? recent.length : position,
      shared: start ? sharedLevels(names, namesOf(start)) : 0,
    })
  }
  return found
    .sort(byLikelihood)
    .slice(0, items)
    .map(({ place: { hierarchyId, fullPath, mapId }, recency }) => {
      const isNear = start !== undefined && start.mapId === mapId
      if (recency < recent.length) return { hierarchyId, fullPath, why: 'recent' }
      return { hierarchyId, fullPath, ...(isNear ? { why: 'near' } : {}) }
    })
}

function byLikelihood(a: Candidate, b: Candidate): number {
  const order = Number(b.begins) - Number(a.begins) || a.recency - b.recency || b.shared - a.shared
  if (order !== 0) return order
  return a.path < b.path ? -1 : 1
}

function sharedLevels(names: readonly string[], others: readonly string[]): number {
  const first = names.findIndex((name, level) => name !== others[level])
  return first < 0 ? names.length : first
}

const namesOf = ({ fullPath, depth }: Place): string[] =>
  Array.from({ length: depth }, (_, index) => fullPath[`Level_${index + 1}`] ?? '')
