import { type UrlSchema, urlText, writeUrlState } from '../../lib/url-state.ts'
import { type FilterValues, PLACE_MODEL, urlFilters } from '../../ui/filters/index.ts'

interface ListView {
  readonly search: string
  readonly filters: FilterValues
}

const view: UrlSchema<ListView> = { search: urlText('search'), filters: urlFilters('filter') }

/** Returns the address of a page's list with a search and filters. */
function listHref(
  page: string,
  { search = '', filters = {} }: Partial<ListView>,
  before: [string, string][] = [],
): string {
  const parameters = writeUrlState(view, { search, filters }, before)
  return `#/${page}?${new URLSearchParams(parameters.map(([name, text]) => [name, text])).toString()}`
}

/** Returns the address of the devices at a place. @param fullName names of the place's levels, outermost first */
export const devicesAt = (fullName: readonly string[]): string =>
  listHref('devices', { filters: { [PLACE_MODEL]: fullName } })

/**
 * Returns the address of the devices page with every asset that matches a text. @param types all existing asset types
 */
export const devicesFound = (search: string, types: readonly string[]): string =>
  listHref('devices', { search, filters: types.length > 0 ? { AssetType: types } : {} })

/** Returns the address of the hierarchy page with the places that match a text. */
export const placesFound = (search: string): string => listHref('hierarchy-list-two', { search })

/** Returns the address of the geofences that match a text. */
export const geofencesFound = (search: string): string => listHref('geofencelist', { search })

/** Returns the address of all alerts that match a text, in any status. */
export const alertsFound = (search: string): string =>
  listHref('geofence-alerts', { search }, [['status', 'all']])
