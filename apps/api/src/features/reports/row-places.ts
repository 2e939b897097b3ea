import { type CriteriaBody, messages } from '@wardtrack/contracts'
import { type CriteriaCondition, matcherOf } from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import { type InternalPlaces, withPlaces } from '../places/index.ts'
import { controlMember } from './report-criteria.ts'
import { MAX_LEVELS, type Side } from './report-fields.ts'

const LEVEL = /^[AB]\.fullPath\.Level_([1-9]\d?)$/
/** Path prefix of the place in conditions on assets. */
const ASSET_PLACE = 'CurrentLocation.'

/** Returns the conditions on one place of rows, by place path. */
export const conditionsOn = (
  reportConditions: readonly CriteriaCondition[],
  side: Side,
): CriteriaCondition[] =>
  reportConditions
    .filter(({ path }) => path.startsWith(`${side}.`))
    .map((condition) => ({ ...condition, path: condition.path.slice(2) }))

/**
 * Creates store filter clauses for a place that stores the id of its hierarchy place. Levels become ids, which are
 * indexed; a condition that also accepts rows without a level stays a condition on the level.
 * @param prefix path of the place in the document, with its dot
 */
export async function placeClauses(
  conditions: readonly CriteriaCondition[],
  prefix: string,
  places: InternalPlaces,
): Promise<Record<string, unknown>[]> {
  const asOfAssets = conditions.map((entry) => ({ ...entry, path: ASSET_PLACE + entry.path }))
  const resolved = await withPlaces(asOfAssets, places)
  return resolved.map(({ path, test }) => storeClause(prefix + path.slice(ASSET_PLACE.length), test))
}

/** Creates a store filter clause for a criteria test of a stored path. */
export const storeClause = (path: string, test: Record<string, unknown>): Record<string, unknown> => ({
  [path]: '$eq' in test ? test['$eq'] : test,
})

/** Returns the deepest level named by conditions on places of rows; undefined when none is named. */
export function deepestLevel(reportConditions: readonly CriteriaCondition[]): number | undefined {
  const levels = reportConditions.flatMap(({ path }) => Number(LEVEL.exec(path)?.[1] ?? []))
  return levels.length > 0 ? Math.max(...levels) : undefined
}

/** Reads the level number that a body chooses; undefined when it chooses none. @throws ApiError 400 */
export function chosenLevel(body: CriteriaBody): number | undefined {
  const level = controlMember(body, 'level')
  if (level === undefined || level === null || level === '') return undefined
  const number = typeof level === 'string' ? Number(/^Level_([1-9]\d?)$/.exec(level)?.[1]) : Number.NaN
  if (!(number <= MAX_LEVELS)) throw invalidMember('level', messages.reportLevelUnknown)
  return number
}

/**
 * Returns the places that meet the conditions, as texts stored in rows; undefined without conditions. A row without a
 * place has an empty text.
 */
export async function placeTexts(
  conditions: readonly CriteriaCondition[],
  places: InternalPlaces,
): Promise<string[] | undefined> {
  if (conditions.length === 0) return undefined
  const meets = (valueAt: (path: string) => unknown): boolean =>
    conditions.every(({ path, test }) => meetsTest(valueAt(path), test))
  const found = await places.where(({ fullName, mapId }) =>
    meets((path) => (path === 'mapId' ? mapId : fullName[Number(path.slice('fullPath.Level_'.length)) - 1])),
  )
  const nowhere = meets(() => undefined) ? [''] : []
  return [...nowhere, ...found.map(({ fullName }) => fullName.join('>'))]
}

/** Checks that a value meets a criteria test, compared as the store would. */
export function meetsTest(
  value: unknown,
  { $eq: equal, $in: allowed, $regex: pattern }: Record<string, unknown>,
): boolean {
  if (pattern !== undefined) return typeof value === 'string' && matcherOf(pattern)?.(value) === true
  if (Array.isArray(allowed)) return allowed.includes(value ?? null)
  return value === equal
}

/**
 * Returns the number of levels that name a unit: as chosen in the body, otherwise all but the last of the deepest
 * places, which are rooms. @throws ApiError 400
 */
export async function unitDepth(body: CriteriaBody, places: InternalPlaces): Promise<number> {
  const chosen = chosenLevel(body)
  if (chosen !== undefined) return chosen
  return Math.max(1, (await places.deepest()) - 1)
}
