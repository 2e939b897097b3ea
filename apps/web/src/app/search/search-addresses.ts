import { type UrlSchema, urlText, writeUrlState } from '../../lib/url-state.ts'
import { type FilterValues, PLACE_MODEL, urlFilters } from '../../ui/filters/index.ts'

interface ListView {
  readonly search: string
  readonly filters: FilterValues
}

const view: UrlSchema<ListView> = { search: urlText('search'), filters: urlFilters('filter') }

/** Address of a page's list under a search and filters, as these pages keep them. */
function listHref(
  page: string,
  { search = '', filters = {} }: Partial<ListView>,
  before: [string, string][] = [],
): string {
  const parameters = writeUrlState(view, { search, filters }, before)
  return `#/${page}?${new URLSearchParams(parameters.map(([name, text]) => [name, text])).toString()}`
}

/** The devices at a place. @param fullName names of its levels, outermost first */
export const devicesAt = (fullName: readonly string[]): string =>
  listHref('devices', { filters: { [PLACE_MODEL]: fullName } })

/** The devices page with every asset that a text finds. @param types all asset types there are */
export const devicesFound = (search: string, types: readonly string[]): string =>
  listHref('devices', { search, filters: types.length > 0 ? { AssetType: types } : {} })

/** The hierarchy page with the places that a text finds. */
export const placesFound = (search: string): string => listHref('hierarchy-list-two', { search })

/** The list of geofences that a text finds. */
export const geofencesFound = (search: string): string => listHref('geofencelist', { search })

/** The list of all alerts that a text finds, whatever became of them. */
export const alertsFound = (search: string): string =>
  listHref('geofence-alerts', { search }, [['status', 'all']])
