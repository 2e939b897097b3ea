import type { CriteriaField, CriteriaFields } from '@wardtrack/database'
import { rowPlaceFields } from './row-places.ts'

/** Criteria on the two places of a move. */
export const MOVE_FIELDS = rowPlaceFields('A', 'B')
/**
 * Criteria on where an asset belongs, the first place, and on where it is, the second. What is on a map, is on it now.
 */
export const AWAY_FIELDS: CriteriaFields = new Map(
  [...rowPlaceFields('A', 'B')].filter(([name]) => name !== 'CurrentLocation.mapId'),
)
/** Criteria on where something happened. */
export const ALERT_FIELDS = rowPlaceFields('A')
/** The name of the criterion on geofences, by name or id. */
export const GEOFENCE = 'Geofence'
/** Criteria on who is inside a geofence. */
export const FENCE_FIELDS: CriteriaFields = new Map<string, CriteriaField>([
  [GEOFENCE, { path: GEOFENCE, kind: 'text' }],
])
/** The name of the criterion on how many days something lasts at least. */
export const DAYS = 'Days'
/** Criteria on what rests for some days. */
export const DAYS_FIELDS: CriteriaFields = new Map<string, CriteriaField>([
  [DAYS, { path: DAYS, kind: 'text' }],
])
/** The page of what is near an asset. */
export const NEARBY_PAGE = 'report/nearby-pump'
/** The name of the criterion that says there what is looked for near what. */
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

/** What criteria may name on a page: the fields of assets, and the page's own. */
export const fieldsOnPage = (page: string, fields: CriteriaFields): CriteriaFields =>
  new Map([...fields, ...(FIELDS_OF_PAGES.get(page) ?? [])])
