import type { StartPoint } from '@wardtrack/contracts'
import { createEmitter, useStore } from '../../lib/create-store.ts'
import { type UrlSchema, urlNumber, urlText } from '../../lib/url-state.ts'

/** What the page keeps in its address, so that a link and a printed code hold all of it. */
export interface NearestAddress {
  readonly category: string
  /** id of a place */
  readonly place: string
  /** a point of a map in pixels, in place of a place */
  readonly map: string
  readonly at: string
  /** minutes within which an asset was seen */
  readonly seen: number
  /** id of the asset whose way is shown */
  readonly asset: string
}

/** Minutes that can be chosen; the first is what is asked for by itself. */
export const SEEN_CHOICES = [30, 240, 1_440] as const

export const NEAREST_SCHEMA: UrlSchema<NearestAddress> = {
  category: urlText('category'),
  place: urlText('place'),
  map: urlText('map'),
  at: urlText('at'),
  seen: urlNumber('seen', SEEN_CHOICES[0], SEEN_CHOICES),
  asset: urlText('asset'),
}

/** Where somebody stands by an address; undefined where it does not say. */
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
/** One a line. */
const RECENT_PLACES = 'wardtrack.nearest-places'
const KEPT_PLACES = 5
const changes = createEmitter()

/** The place that was chosen last in this browser; empty when none was. */
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

/** Ids of the places that were chosen in this browser, the last one first. */
export const recentPlaces = (): string[] =>
  (localStorage.getItem(RECENT_PLACES) ?? lastPlace.read()).split('\n').filter((place) => place !== '')

/** {@link lastPlace} */
export const useLastPlace = (): string => useStore(lastPlace)

/** Path of the page for a category, from a place. */
export function nearestPath(category: string, place: string): string {
  const parameters = new URLSearchParams()
  if (category !== '') parameters.set('category', category)
  if (place !== '') parameters.set('place', place)
  return `/devices/nearest?${parameters.toString()}`
}
