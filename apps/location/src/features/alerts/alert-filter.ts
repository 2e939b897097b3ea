import type { SessionActor } from '@wardtrack/access'
import type { AlertStatus, CriteriaBody, TimeRange } from '@wardtrack/contracts'
import {
  assetFilter,
  CriteriaError,
  criteriaFieldsOf,
  type Database,
  type EncryptedPart,
  escapePattern,
  gramCondition,
  INTERNAL,
  placeMatcher,
  type ReadCriteria,
  readCriteria,
  timeCondition,
  trusted,
} from '@wardtrack/database'
import { alertQuery } from '@wardtrack/patient-rule'
import { ApiError } from '@wardtrack/service-kit'

/** Characters of a text that the index looks up; further characters are only compared. */
const MAX_INDEXED_CHARACTERS = 100

/**
 * Returns the condition for alerts that contain a text, ignoring case. Spaces around a `>` do not matter, since paths
 * are stored without them.
 * @param text one character or more
 */
function textCondition(text: string): Record<string, unknown> {
  const pieces = text
    .replaceAll(/\s+/g, ' ')
    .split('>')
    .map((piece, _index, all) => (all.length > 1 ? piece.trim() : piece))
  const pattern = new RegExp(pieces.map(escapePattern).join(' ?> ?'), 'i')
  const longest = pieces.toSorted((a, b) => b.length - a.length)[0] ?? ''
  return { ...indexedCondition(longest), SearchText: pattern }
}

/** Returns the index condition for a part of the text between two `>`; an empty part has none. */
function indexedCondition(piece: string): Record<string, unknown> {
  const upper = piece.toUpperCase()
  if ([...upper].length <= 1) return { SearchGrams: upper === '' ? '>' : upper }
  const { SearchGrams } = gramCondition(piece.slice(0, MAX_INDEXED_CHARACTERS))
  return { SearchGrams: trusted(SearchGrams as object) }
}

/** Search parameters of a list of alerts. */
export type AlertQuery = TimeRange & {
  /** JSON criteria of assets if it has the form of JSON, or else a text */
  filterData?: string | undefined
  /** always a text, whatever its form; takes precedence over `filterData` */
  search?: string | undefined
  status?: AlertStatus | undefined
}

/** Filter of alerts. `unfiltered`: asset types that criteria leave out because they encrypt a field. */
type AlertFilter = { filter: Record<string, unknown>; unfiltered?: EncryptedPart[] | undefined }

/** Returns the filter of alerts, including the patient rule. @throws ApiError 400 `invalid_criteria` */
export async function alertFilter(
  db: Database,
  actor: SessionActor,
  { filterData = '', search = '', status, ...range }: AlertQuery,
): Promise<AlertFilter> {
  const searched = search.trim()
  const text = searched || filterData.trim()
  const happened = timeCondition(range)
  const isCriteria = searched === '' && /^[[{]/.test(text)
  const matching = isCriteria ? await findMatchingAssets(db, actor, text) : undefined
  const filter = {
    ...(matching ? { asset: trusted({ $in: matching.assets }) } : {}),
    ...(isCriteria || text === '' ? {} : textFilter(actor, text)),
    ...(status ? { status } : {}),
    ...(happened ? { eventTime: trusted(happened) } : {}),
    ...alertQuery(actor),
  }
  return { filter, unfiltered: matching?.unfiltered }
}

/**
 * Returns the filter of alerts that contain a text, which is never read as criteria. It includes the patient rule.
 */
export const textFilter = (actor: SessionActor, text: string): Record<string, unknown> => ({
  // Both values are listed, because the text index begins with this field.
  ofPatient: trusted({ $in: [false, true] }),
  ...textCondition(text),
  ...alertQuery(actor),
})

/**
 * Finds the ids of assets that currently meet criteria. Inactive assets are included, because alerts are about the
 * past.
 */
async function findMatchingAssets(
  db: Database,
  actor: SessionActor,
  text: string,
): Promise<{ assets: unknown[]; unfiltered: EncryptedPart[] | undefined }> {
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
  // driver: criteria compare values across types; a model would cast them
  const found = await db.driver.assets.find(filter, { projection: { _id: 1 } }).toArray()
  return { assets: found.map(({ _id }) => _id), unfiltered: criteria.unfiltered }
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

/** The declaration checks that a body holds objects; this text has no such check. */
function checkConditions(parsed: unknown): CriteriaBody {
  const isObject = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const wrongIndex = Array.isArray(parsed) ? parsed.findIndex((entry) => !isObject(entry)) : -1
  if (wrongIndex >= 0) throw new CriteriaError(String(wrongIndex), 'A condition is an object.')
  return parsed as CriteriaBody
}

/** Finds the ids of places whose paths contain a text, by text. */
async function findPlacesByText(db: Database, texts: readonly string[]): Promise<Map<string, string[]>> {
  const places = texts.length > 0 ? await db.models.places.find({ provider: INTERNAL }) : []
  return new Map(
    texts.map((text) => {
      const matches = placeMatcher(text)
      return [text, places.filter(({ fullName }) => matches(fullName)).map(({ hierarchyId }) => hierarchyId)]
    }),
  )
}
