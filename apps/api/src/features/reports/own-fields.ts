import type { CriteriaField, CriteriaFields } from '@wardtrack/database'
import { rowPlaceFields } from './row-places.ts'

/** Criteria on the two places of a move. */
export const MOVE_FIELDS = rowPlaceFields('A', 'B')
/** Criteria on the home location (first place) and the current location (second place) of an asset on a map. */
export const AWAY_FIELDS: CriteriaFields = new Map(
  [...rowPlaceFields('A', 'B')].filter(([name]) => name !== 'CurrentLocation.mapId'),
)
/** Criteria on the place of an alert. */
export const ALERT_FIELDS = rowPlaceFields('A')
/** Name of the criterion on geofences, by name or id. */
export const GEOFENCE = 'Geofence'
/** Criteria on presence in a geofence. */
export const FENCE_FIELDS: CriteriaFields = new Map<string, CriteriaField>([
  [GEOFENCE, { path: GEOFENCE, kind: 'text' }],
])
/** Name of the criterion on a minimum duration in days. */
export const DAYS = 'Days'
/** Criteria on assets at rest for a number of days. */
export const DAYS_FIELDS: CriteriaFields = new Map<string, CriteriaField>([
  [DAYS, { path: DAYS, kind: 'text' }],
])
/** Page of the assets near another asset. */
export const NEARBY_PAGE = 'report/nearby-pump'
/** Name of the criterion that holds the reference asset and the searched assets on that page. */
export const META_DATA = 'metaData'

const FIELDS_OF_PAGES: ReadonlyMap<string, CriteriaFields> = new Map([
  ['report/pump-movement', MOVE_FIELDS],
  ['report/movement-vs-time', AWAY_FIELDS],
  ['report/rtls-alert', ALERT_FIELDS],
  ['report/rtls-alarm', ALERT_FIELDS],
  ['report/mednet-alarm', ALERT_FIELDS],
  ['report/fence-status', FENCE_FIELDS],
  ['report/unmoved', DAYS_FIELDS],
  ['report/not-seen', DAYS_FIELDS],
])

/** Returns the fields that criteria on a page may name: the fields of assets and the page's extra fields. */
export const fieldsOnPage = (page: string, fields: CriteriaFields): CriteriaFields =>
  new Map([...fields, ...(FIELDS_OF_PAGES.get(page) ?? [])])
