import { pageOfReport, type ReportCriteriaKind, type ReportName, reports } from '@wardtrack/contracts'
import type { CriteriaField, CriteriaFields } from '@wardtrack/database'

/** Maximum number of levels of a hierarchy. */
export const MAX_LEVELS = 20
/** Name of the criterion on geofences, by name or id. */
export const GEOFENCE = 'Geofence'
/** Name of the criterion on a minimum duration in days. */
export const DAYS = 'Days'
/** Page of the assets near another asset. */
export const NEARBY_PAGE = 'report/nearby-pump'
/** Name of the criterion that holds the reference asset and the searched assets on that page. */
export const META_DATA = 'metaData'

/** Place of a row: the first one, or the second of rows with two. */
export type Side = 'A' | 'B'

/**
 * Returns the criteria on the places of rows, by stored path `A.…` and `B.…`. The first place uses the names of an
 * asset's place; the second uses the same names behind `2.`.
 */
function rowPlaceFields(...sides: readonly Side[]): CriteriaFields {
  const fields = new Map<string, CriteriaField>()
  for (const side of sides) {
    const prefix = side === 'A' ? '' : '2.'
    fields.set(`${prefix}CurrentLocation.mapId`, { path: `${side}.mapId`, kind: 'text' })
    for (let level = 1; level <= MAX_LEVELS; level += 1)
      for (const name of ['fullPath', 'level'])
        fields.set(`${prefix}CurrentLocation.${name}.Level_${level}`, {
          path: `${side}.fullPath.Level_${level}`,
          kind: 'text',
        })
  }
  return fields
}

const textField = (name: string): CriteriaFields => new Map([[name, { path: name, kind: 'text' }]])
const bothPlaces = rowPlaceFields('A', 'B')

/** Criteria of reports besides those of assets, by the kind that a report declares. */
const FIELDS: Readonly<Record<ReportCriteriaKind, CriteriaFields>> = {
  place: rowPlaceFields('A'),
  'two-places': bothPlaces,
  // The map is that of the asset itself.
  'home-and-place': new Map([...bothPlaces].filter(([name]) => name !== 'CurrentLocation.mapId')),
  geofence: textField(GEOFENCE),
  days: textField(DAYS),
}

/** Returns the criteria of a report besides those of assets. */
export const reportFields = (kind: ReportCriteriaKind | undefined): CriteriaFields =>
  kind === undefined ? new Map() : FIELDS[kind]

/** Returns the fields that criteria on a page may name: the fields of assets and those of its report. */
export function fieldsOnPage(page: string, fields: CriteriaFields): CriteriaFields {
  const name = (Object.keys(reports) as ReportName[]).find((report) => pageOfReport(report) === page)
  return new Map([...fields, ...reportFields(name && reports[name].criteria)])
}
