import type { calls, HandlerInput, Levels, PlaceReason } from '@wardtrack/contracts'
import type { Place, PlaceLookup } from '@wardtrack/places'

/** An offered place; `why` is the reason for its rank. */
export type OfferedPlace = { hierarchyId: string; fullPath: Levels; why?: PlaceReason }

/** Search for places, with context about the requester. */
export type PlaceQuestion = HandlerInput<typeof calls.nearestPlaces>['query']

type Candidate = {
  place: Place
  path: string
  begins: boolean
  /** position among the recently chosen places */
  recency: number
  /** number of levels shared with the requester's place */
  shared: number
}

/**
 * Finds places on a map whose paths contain every word of a text, ignoring case. Places whose own name begins with
 * the text come first. Recently chosen places follow, then those that share most levels with the requester's place.
 * Equal places are sorted by path.
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
