import type { SessionActor } from '@wardtrack/access'
import type { AlertStatus, CriteriaBody, TimeRange } from '@wardtrack/contracts'
import {
  assetFilter,
  CriteriaError,
  criteriaFieldsOf,
  type Database,
  INTERNAL,
  placeMatcher,
  type ReadCriteria,
  readCriteria,
  timeCondition,
  trusted,
} from '@wardtrack/database'
import { alertQuery } from '@wardtrack/patient-rule'
import { ApiError } from '@wardtrack/service-kit'
import { textCondition } from './alert-text.ts'

/** What a list of alerts is asked for. */
export type AlertQuery = TimeRange & {
  /** JSON criteria of assets where it begins as such, else a text */
  filterData?: string | undefined
  /** a text, whatever it begins with; counts before the other */
  search?: string | undefined
  status?: AlertStatus | undefined
}

/** Filter of alerts with the patient rule in it. @throws ApiError 400 `invalid_criteria` */
export async function alertFilter(
  db: Database,
  actor: SessionActor,
  { filterData = '', search = '', status, ...range }: AlertQuery,
): Promise<Record<string, unknown>> {
  const searched = search.trim()
  const text = searched || filterData.trim()
  const raised = timeCondition(range)
  const isCriteria = searched === '' && /^[[{]/.test(text)
  return {
    ...(isCriteria ? { asset: trusted({ $in: await findMatchingAssets(db, actor, text) }) } : {}),
    ...(isCriteria || text === '' ? {} : textFilter(actor, text)),
    ...(status ? { status } : {}),
    ...(raised ? { createdAt: trusted(raised) } : {}),
    ...alertQuery(actor),
  }
}

/** Filter of the alerts that contain a text, whatever it looks like, with the patient rule in it. */
export const textFilter = (actor: SessionActor, text: string): Record<string, unknown> => ({
  // Both kinds are named, because the index of texts begins with the kind.
  ofPatient: trusted({ $in: [false, true] }),
  ...textCondition(text),
  ...alertQuery(actor),
})

/** Ids of the assets that meet criteria as they are now. Calls about alerts are about the past: inactive ones count. */
async function findMatchingAssets(db: Database, actor: SessionActor, text: string): Promise<unknown[]> {
  const mapping = await db.models.metadata.findOne({})
  const types = mapping?.types ?? {}
  const encryption = { rules: await db.sealing.rules(), ring: db.sealing.ring() }
  const criteria = readFilter(text, (body) => readCriteria(body, criteriaFieldsOf(types, encryption)))
  const filter = assetFilter(criteria, {
    patientDataAccess: actor.patientDataAccess,
    activeByDefault: false,
    matchingPlaces: await findPlacesByText(db, criteria.searches),
    types: Object.keys(types),
  })
  // driver: the filter is made of criteria, whose comparisons go across types; a model would cast them
  const found = await db.driver.assets.find(filter, { projection: { _id: 1 } }).toArray()
  return found.map(({ _id }) => _id)
}

function readFilter(text: string, readConditions: (body: CriteriaBody) => ReadCriteria): ReadCriteria {
  try {
    return readConditions(checkConditions(JSON.parse(text)))
  } catch (error) {
    const innerPath = error instanceof CriteriaError ? error.path : ''
    const message = error instanceof CriteriaError ? error.message : 'This is no JSON.'
    if (!(error instanceof CriteriaError || error instanceof SyntaxError)) throw error
    const path = ['filterData', innerPath].filter((part) => part !== '').join('.')
    throw new ApiError('invalid_criteria', message, { errors: [{ path, message }] })
  }
}

/** A body is checked to hold objects by its declaration; a text is not. */
function checkConditions(parsed: unknown): CriteriaBody {
  const isObject = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const wrongIndex = Array.isArray(parsed) ? parsed.findIndex((entry) => !isObject(entry)) : -1
  if (wrongIndex >= 0) throw new CriteriaError(String(wrongIndex), 'A condition is an object.')
  return parsed as CriteriaBody
}

/** Ids of the places whose paths contain a text, by text. */
async function findPlacesByText(db: Database, texts: readonly string[]): Promise<Map<string, string[]>> {
  const places = texts.length > 0 ? await db.models.places.find({ provider: INTERNAL }) : []
  return new Map(
    texts.map((text) => {
      const matches = placeMatcher(text)
      return [text, places.filter(({ fullName }) => matches(fullName)).map(({ hierarchyId }) => hierarchyId)]
    }),
  )
}
