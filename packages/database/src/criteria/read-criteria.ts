import { type CriteriaBody, cleanIdentifier, type Sort, tagIdSpellings } from '@wardtrack/contracts'
import { SEARCHED_PATHS } from '../search-grams.ts'
import type { CriteriaCondition, CriteriaField, CriteriaFields } from './criteria-fields.ts'
import {
  type EncryptedPart,
  limitToPlainTypes,
  type PendingPattern,
  type PendingSort,
  sortLimits,
} from './encrypted-criteria.ts'
import { CriteriaValueError, isEmptyValue, isScalar, readValue } from './read-value.ts'

export {
  type CriteriaCondition,
  type CriteriaField,
  type CriteriaFields,
  criteriaFieldsOf,
  type EncryptionState,
  type FieldKind,
} from './criteria-fields.ts'
export { type EncryptedPart, isSortable } from './encrypted-criteria.ts'
export { readObjectId, timeCondition } from './read-value.ts'
export { escapePattern, matcherOf, patternContaining, textOfPattern } from './text-pattern.ts'

/** Criteria that break the grammar. The answer is 400 with the path as sent. */
export class CriteriaError extends CriteriaValueError {
  override readonly name = 'CriteriaError'
}

/** Criteria in the form that the store uses. */
export type ReadCriteria = {
  /** conditions that must all hold, one field each */
  conditions: CriteriaCondition[]
  sort: Sort[]
  /** texts that an asset or its place must all contain, without duplicates */
  searches: string[]
  /** conditions that exclude asset types, because these types encrypt the field */
  unfiltered?: EncryptedPart[]
  /** sort fields that some asset types encrypt: their assets are not sorted */
  unsorted?: EncryptedPart[]
  pagination?: { currentPage: number; items: number }
}

const WRAPPERS = ['criteria', 'items', 'query', 'filter'] as const
const CONTROL_MEMBERS = ['pagination', 'subject', 'level', 'reportId', 'timeZone'] as const
const MAX_CONDITIONS = 50
const MAX_SEARCHES = 50
const MAX_SORTS = 3
const TOO_MANY_SORTS = 'At most three sort fields.'
/** Maximum number of members of a list or condition, empty ones included: more would take long to read. */
const MAX_MEMBERS = 1_000

/**
 * Reads criteria in any form that calls take, against an allow-list of fields.
 * @param sortFields allowed sort fields; the same fields when left out
 * @param defaultType asset type of a list whose criteria name none
 * @throws CriteriaError naming the member as sent, for example `items.0.Fields.Name.$where`
 */
export function readCriteria(
  body: CriteriaBody,
  fields: CriteriaFields,
  sortFields: CriteriaFields = fields,
  defaultType?: string,
): ReadCriteria {
  const known: Known = { fields, sortFields, patterns: [], sorts: [] }
  const criteria: ReadCriteria = { conditions: [], sort: [], searches: [] }
  const { list, prefix, otherMembers } = unwrap(body)
  list.forEach((condition, index) => {
    const prefixPath = Array.isArray(list) && prefix.indexed ? `${prefix.name}${index}.` : prefix.name
    readCondition(condition, prefixPath, known, criteria)
  })
  const { pagination, subject } = otherMembers
  const conditions = pick(otherMembers, (name) => !isControl(name))
  readCondition(conditions, '', known, criteria)
  if (!isEmptyValue(subject)) {
    const test = withPath('subject', () => readValue(subject, 'text'))
    if (Object.keys(test).length > 0) criteria.conditions.push({ path: 'AssetType', test })
    if (criteria.conditions.length > MAX_CONDITIONS) throw tooMany()
  }
  if (!isEmptyValue(pagination)) criteria.pagination = readPagination(pagination)
  const isOfType = ({ path }: CriteriaCondition): boolean => path === 'AssetType'
  if (defaultType !== undefined && !criteria.conditions.some(isOfType))
    criteria.conditions.push({ path: 'AssetType', test: { $eq: defaultType } })
  const unsorted = withPath('', () => sortLimits(known.sorts, criteria.conditions))
  const unfiltered = withPath('', () => limitToPlainTypes(known.patterns, criteria.conditions))
  if (unfiltered.length > 0) criteria.unfiltered = unfiltered
  if (unsorted.length > 0) criteria.unsorted = unsorted
  return criteria
}

/** Fields that criteria may name, and their limits by encryption. */
type Known = {
  fields: CriteriaFields
  sortFields: CriteriaFields
  patterns: PendingPattern[]
  sorts: PendingSort[]
}

type Unwrapped = {
  list: Record<string, unknown>[]
  prefix: { name: string; indexed: boolean }
  otherMembers: Record<string, unknown>
}

const tooMany = (): CriteriaError => new CriteriaError('', `At most ${MAX_CONDITIONS} conditions.`)

function unwrap(body: CriteriaBody): Unwrapped {
  if (Object.keys(body).length > MAX_MEMBERS) throw tooMany()
  if (Array.isArray(body)) return { list: body, prefix: { name: '', indexed: true }, otherMembers: {} }
  const used = WRAPPERS.filter((name) => Object.hasOwn(body, name))
  if (used.length > 1) throw new CriteriaError(used[1] ?? '', 'Only one list of criteria is taken.')
  const wrapper = used[0]
  if (wrapper === undefined) {
    const otherMembers = pick(body, (name) => isControl(name))
    return {
      list: [pick(body, (name) => !isControl(name))],
      prefix: { name: '', indexed: false },
      otherMembers,
    }
  }
  const inner = body[wrapper]
  const otherMembers = pick(body, (name) => name !== wrapper)
  if (isEmptyValue(inner)) return { list: [], prefix: { name: '', indexed: false }, otherMembers }
  const list = (Array.isArray(inner) ? inner : [inner]) as unknown[]
  if (list.length > MAX_MEMBERS) throw tooMany()
  const invalid = list.findIndex((item) => typeof item !== 'object' || item === null || Array.isArray(item))
  if (invalid >= 0) throw new CriteriaError(`${wrapper}.${invalid}`, 'A condition is an object.')
  return {
    list: list as Record<string, unknown>[],
    prefix: { name: `${wrapper}.`, indexed: Array.isArray(inner) },
    otherMembers,
  }
}

const isControl = (name: string): boolean => (CONTROL_MEMBERS as readonly string[]).includes(name)

function pick(members: Record<string, unknown>, keep: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => keep(name)))
}

function readCondition(
  condition: Record<string, unknown>,
  prefix: string,
  known: Known,
  criteria: ReadCriteria,
): void {
  const { fields } = known
  const members = Object.keys(condition)
  if (members.length > MAX_MEMBERS) throw tooMany()
  for (const name of members) {
    const value = condition[name]
    const path = prefix + name
    if (name === 'sort') criteria.sort.push(...readSort(value, path, known))
    else if (name === 'search') readSearch(value, path, criteria)
    else {
      const field = fields.get(name)
      if (!field) throw new CriteriaError(path, 'This field is not known.')
      if (isEmptyValue(value)) continue
      const test = withSpellings(
        field.path,
        withPath(path, () => readValue(value, field.kind)),
      )
      if (Object.keys(test).length > 0) criteria.conditions.push(conditionOf(field, test, value))
      if (criteria.conditions.length > MAX_CONDITIONS) throw tooMany()
      if ('$regex' in test) known.patterns.push({ field, path })
    }
  }
  if (criteria.sort.length > MAX_SORTS) throw new CriteriaError(`${prefix}sort`, TOO_MANY_SORTS)
}

/** Returns the text of a pattern for a lookup in the search index, which has no pieces of a single character. */
function indexedText(path: string, value: unknown): string | undefined {
  const text = SEARCHED_PATHS.includes(path) ? (value as { $regex?: unknown }).$regex : undefined
  return typeof text === 'string' && text.length > 1 ? text : undefined
}

/** Makes a condition on an identifier match its other spellings. */
function withSpellings(path: string, test: Record<string, unknown>): Record<string, unknown> {
  const spellings = SPELLINGS.get(path)
  const values: unknown = '$eq' in test ? [test['$eq']] : test['$in']
  if (!spellings || !Array.isArray(values)) return test
  const texts = values.flatMap((value: unknown) => (typeof value === 'string' ? spellings(value) : [value]))
  return texts.length === 1 ? { $eq: texts[0] } : { $in: [...new Set(texts)] }
}

const SPELLINGS: ReadonlyMap<string, (text: string) => string[]> = new Map([
  ['AssetId', (text: string) => [cleanIdentifier(text)]],
  ['LocationTags.Provider', (text: string) => [cleanIdentifier(text).toLowerCase(), text]],
  ['LocationTags.TagId', tagIdSpellings],
])

const matchesMissing = ({ $in: values }: Record<string, unknown>): boolean =>
  Array.isArray(values) && values.includes(null)

function conditionOf(field: CriteriaField, test: Record<string, unknown>, value: unknown): CriteriaCondition {
  if (!field.blindIndexes) {
    const text = indexedText(field.path, value)
    return {
      path: field.path,
      test,
      ...(text === undefined ? {} : { text }),
      ...(field.list !== undefined && matchesMissing(test) ? { emptyList: field.list } : {}),
    }
  }
  const values = '$eq' in test ? [test['$eq']] : test['$in']
  const blind = Array.isArray(values) ? values.filter(isScalar).flatMap(field.blindIndexes) : []
  return { path: field.path, test, ...(blind.length > 0 ? { blind } : {}) }
}

function withPath<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CriteriaValueError)) throw error
    throw new CriteriaError(
      [path, error.path].filter((part) => part !== '').join('.'),
      error.message,
      error.code,
    )
  }
}

function readSort(value: unknown, path: string, { sortFields, sorts }: Known): Sort[] {
  if (isEmptyValue(value)) return []
  const list = (Array.isArray(value) ? value : [value]) as unknown[]
  if (list.length > MAX_SORTS) throw new CriteriaError(path, TOO_MANY_SORTS)
  return list.map((item, index) => {
    const { sortField, sortDirection } = (item ?? {}) as Partial<Sort>
    const field = typeof sortField === 'string' ? sortFields.get(sortField) : undefined
    if (!field) throw new CriteriaError(`${path}.${index}.sortField`, 'This field is not known.')
    sorts.push({ field, path: `${path}.${index}.sortField` })
    if (sortDirection !== 1 && sortDirection !== -1)
      throw new CriteriaError(`${path}.${index}.sortDirection`, '1 or -1 is needed.')
    return { sortField: field.path, sortDirection }
  })
}

function readSearch(value: unknown, path: string, criteria: ReadCriteria): void {
  if (isEmptyValue(value)) return
  if (typeof value !== 'string') throw new CriteriaError(path, 'A text is needed.')
  const text = cleanIdentifier(value)
  if (text.length < 2 || text.length > 200) throw new CriteriaError(path, '2 to 200 characters are needed.')
  if (text.includes('\0')) throw new CriteriaError(path, 'A NUL character is not allowed.')
  if (criteria.searches.includes(text)) return
  if (criteria.searches.length === MAX_SEARCHES)
    throw new CriteriaError(path, `At most ${MAX_SEARCHES} search texts.`)
  criteria.searches.push(text)
}

function readPagination(value: unknown): { currentPage: number; items: number } {
  if (typeof value !== 'object' || Array.isArray(value))
    throw new CriteriaError('pagination', 'currentPage and items are needed.', 'validation')
  const { currentPage = 1, items = 5 } = value as { currentPage?: unknown; items?: unknown }
  const isWhole = (number: unknown, max: number): number is number =>
    typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= max
  if (!isWhole(currentPage, 10_000_000))
    throw new CriteriaError('pagination.currentPage', 'A page number from 1 is needed.', 'validation')
  if (!isWhole(items, 500)) throw new CriteriaError('pagination.items', '1 to 500 is needed.', 'validation')
  return { currentPage, items }
}
