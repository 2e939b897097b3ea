import { type CriteriaBody, messages } from '@wardtrack/contracts'
import {
  type CriteriaCondition,
  type CriteriaField,
  type CriteriaFields,
  matcherOf,
} from '@wardtrack/database'
import { invalidMember } from '@wardtrack/service-kit'
import { type InternalPlaces, withPlaces } from '../places/index.ts'
import { controlMember } from './body-members.ts'

/** Levels that a hierarchy can have. */
export const MAX_LEVELS = 20
const LEVEL = /^[AB]\.fullPath\.Level_([1-9]\d?)$/
/** What assets' conditions on the place call it. */
const ASSET_PLACE = 'CurrentLocation.'

/** A row's place: the first one, or the second of rows that have two. */
export type Side = 'A' | 'B'

/**
 * Criteria on the places of rows, by stored path `A.…` and `B.…`: the first place under the names that the place of assets
 * has elsewhere, the second under the same names behind `2.`.
 */
export function rowPlaceFields(...sides: readonly Side[]): CriteriaFields {
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

/** The conditions on one place of rows, by the paths of a place. */
export const conditionsOn = (ownConditions: readonly CriteriaCondition[], side: Side): CriteriaCondition[] =>
  ownConditions
    .filter(({ path }) => path.startsWith(`${side}.`))
    .map((condition) => ({ ...condition, path: condition.path.slice(2) }))

/**
 * Clauses of a store filter for a place that keeps the id of the hierarchy's place: levels become ids, which have an
 * index. A condition that also takes rows without a level stays one on the level.
 * @param prefix where the place stands in the document, with its dot
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

/** A clause of a store filter for what criteria ask of a stored path. */
export const storeClause = (path: string, test: Record<string, unknown>): Record<string, unknown> => ({
  [path]: '$eq' in test ? test['$eq'] : test,
})

/** The deepest level that conditions on places of rows name; undefined when they name none. */
export function deepestLevel(ownConditions: readonly CriteriaCondition[]): number | undefined {
  const levels = ownConditions.flatMap(({ path }) => Number(LEVEL.exec(path)?.[1] ?? []))
  return levels.length > 0 ? Math.max(...levels) : undefined
}

/** The number of the level that a body chooses; undefined when it chooses none. @throws ApiError 400 */
export function chosenLevel(body: CriteriaBody): number | undefined {
  const level = controlMember(body, 'level')
  if (level === undefined || level === null || level === '') return undefined
  const number = typeof level === 'string' ? Number(/^Level_([1-9]\d?)$/.exec(level)?.[1]) : Number.NaN
  if (!(number <= MAX_LEVELS)) throw invalidMember('level', messages.reportLevelUnknown)
  return number
}

/**
 * The places that meet conditions, as the texts that rows keep; undefined where there are no conditions. Without a place a
 * row's text is empty.
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

/** Whether a value meets what criteria ask of it, as the store would compare it. */
export function meetsTest(
  value: unknown,
  { $eq: equal, $in: allowed, $regex: pattern }: Record<string, unknown>,
): boolean {
  if (pattern !== undefined) return typeof value === 'string' && matcherOf(pattern)?.(value) === true
  if (Array.isArray(allowed)) return allowed.includes(value ?? null)
  return value === equal
}

/**
 * How many levels name a unit: as many as the body chooses, else all but the last of the deepest places, which are the
 * rooms of the units. @throws ApiError 400
 */
export async function unitDepth(body: CriteriaBody, places: InternalPlaces): Promise<number> {
  const chosen = chosenLevel(body)
  if (chosen !== undefined) return chosen
  return Math.max(1, (await places.deepest()) - 1)
}
