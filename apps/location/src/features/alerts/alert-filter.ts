import type { SessionActor } from '@wardtrack/access'
import type { AlertStatus, CriteriaBody } from '@wardtrack/contracts'
import {
  assetFilter,
  CriteriaError,
  criteriaFieldsOf,
  type Database,
  INTERNAL,
  placeMatcher,
  type ReadCriteria,
  readCriteria,
} from '@wardtrack/database'
import { alertQuery } from '@wardtrack/patient-rule'
import { ApiError } from '@wardtrack/service-kit'
import { textCondition } from './alert-text.ts'

/** What a list of alerts is asked for. */
export type AlertQuery = { filterData?: string | undefined; status?: AlertStatus | undefined }

/** Filter of alerts for the driver, with the patient rule in it: it is made of criteria, whose operators are checked. @throws ApiError 400 `invalid_criteria` */
export async function alertFilter(
  db: Database,
  actor: SessionActor,
  { filterData = '', status }: AlertQuery,
): Promise<Record<string, unknown>> {
  const wanted = filterData.trim()
  const isCriteria = wanted.startsWith('[') || wanted.startsWith('{')
  return {
    ...(isCriteria ? { asset: { $in: await assetsOf(db, actor, wanted) } } : {}),
    ...(isCriteria || wanted === '' ? {} : textCondition(wanted)),
    ...(status ? { status } : {}),
    ...alertQuery(actor),
  }
}

/** Ids of the assets that meet criteria as they are now. Calls about alerts are about the past: inactive ones count. */
async function assetsOf(db: Database, actor: SessionActor, text: string): Promise<unknown[]> {
  const mapping = await db.models.metadata.findOne({})
  const types = mapping?.types ?? {}
  const criteria = read(text, (body) => readCriteria(body, criteriaFieldsOf(types)))
  const filter = assetFilter(criteria, {
    patientDataAccess: actor.patientDataAccess,
    present: false,
    placesFound: criteria.search === undefined ? [] : await placesNamed(db, criteria.search),
    types: Object.keys(types),
  })
  const found = await db.driver.assets.find(filter, { projection: { _id: 1 } }).toArray()
  return found.map(({ _id }) => _id)
}

function read(text: string, reading: (body: CriteriaBody) => ReadCriteria): ReadCriteria {
  try {
    return reading(conditionsOf(JSON.parse(text)))
  } catch (fault) {
    const inside = fault instanceof CriteriaError ? fault.path : ''
    const message = fault instanceof CriteriaError ? fault.message : 'This is no JSON.'
    if (!(fault instanceof CriteriaError || fault instanceof SyntaxError)) throw fault
    const path = ['filterData', inside].filter((part) => part !== '').join('.')
    throw new ApiError('invalid_criteria', message, { errors: [{ path, message }] })
  }
}

/** A body is checked to hold objects by its declaration; a text is not. */
function conditionsOf(parsed: unknown): CriteriaBody {
  const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null && !Array.isArray(one)
  const wrong = Array.isArray(parsed) ? parsed.findIndex((one) => !isObject(one)) : -1
  if (wrong >= 0) throw new CriteriaError(String(wrong), 'A condition is an object.')
  return parsed as CriteriaBody
}

async function placesNamed(db: Database, text: string): Promise<string[]> {
  const isFound = placeMatcher(text)
  const places = await db.models.places.find({ provider: INTERNAL })
  return places.filter(({ fullName }) => isFound(fullName)).map(({ hierarchyId }) => hierarchyId)
}
