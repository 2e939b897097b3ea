import type { StartPoint } from '@wardtrack/contracts'
import { createEmitter, useStore } from '../../lib/create-store.ts'
import { type UrlSchema, urlNumber, urlText } from '../../lib/url-state.ts'

/** Values in the page's address, so that a link and a printed code contain the whole search. */
export interface NearestAddress {
  readonly category: string
  /** id of a place */
  readonly place: string
  /** a point of a map in pixels, instead of a place */
  readonly map: string
  readonly at: string
  /** maximum minutes since an asset was last seen */
  readonly seen: number
  /** id of the asset whose route is shown */
  readonly asset: string
}

/** Minutes to choose from; the first is the default. */
export const SEEN_CHOICES = [30, 240, 1_440] as const

export const NEAREST_SCHEMA: UrlSchema<NearestAddress> = {
  category: urlText('category'),
  place: urlText('place'),
  map: urlText('map'),
  at: urlText('at'),
  seen: urlNumber('seen', SEEN_CHOICES[0], SEEN_CHOICES),
  asset: urlText('asset'),
}

/** Returns the start in an address; undefined if there is none. */
export function startOf({
  place,
  map,
  at,
}: Pick<NearestAddress, 'place' | 'map' | 'at'>): StartPoint | undefined {
  if (place !== '') return { place }
  const [x, y] = at.split(',').map(Number)
  return map !== '' && x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y)
    ? { mapId: map, x, y }
    : undefined
}

const LAST_PLACE = 'wardtrack.nearest-place'
/** Ids separated by line breaks. */
const RECENT_PLACES = 'wardtrack.nearest-places'
const KEPT_PLACES = 5
const changes = createEmitter()

/** Store of the place chosen last in this browser; empty if there is none. */
export const lastPlace = {
  subscribe: changes.subscribe,
  read: (): string => localStorage.getItem(LAST_PLACE) ?? '',
  write: (place: string): void => {
    if (lastPlace.read() === place) return
    const earlierPlaces = recentPlaces().filter((other) => other !== place)
    localStorage.setItem(RECENT_PLACES, [place, ...earlierPlaces].slice(0, KEPT_PLACES).join('\n'))
    localStorage.setItem(LAST_PLACE, place)
    changes.emit()
  },
}

/** Returns the ids of the places chosen in this browser, newest first. */
export const recentPlaces = (): string[] =>
  (localStorage.getItem(RECENT_PLACES) ?? lastPlace.read()).split('\n').filter((place) => place !== '')

/** Returns the value of {@link lastPlace}. */
export const useLastPlace = (): string => useStore(lastPlace)

/** Returns the path of the page for a category and a place. */
export function nearestPath(category: string, place: string): string {
  const parameters = new URLSearchParams()
  if (category !== '') parameters.set('category', category)
  if (place !== '') parameters.set('place', place)
  return `/devices/nearest?${parameters.toString()}`
}
