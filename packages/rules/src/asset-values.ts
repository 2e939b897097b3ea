import { isEmptyText } from '@wardtrack/contracts'
import type { AssetDoc, StoredLocation } from '@wardtrack/database'
import type { RuleValue } from './rule.types.ts'

/** Stored asset fields that rules can evaluate. */
export type RuleSubject = Partial<
  Pick<
    AssetDoc,
    'AssetId' | 'AssetStatus' | 'Fields' | 'CustomTags' | 'LocationTags' | 'CurrentLocation' | 'HomeLocation'
  >
>

/**
 * Returns the value at a stored path. For a list of objects, such as the location tags, it returns the value of each.
 */
export function valueAt(subject: unknown, path: string): RuleValue {
  let value = subject
  for (const name of path.split('.')) {
    if (Array.isArray(value))
      value = value
        .map((element: unknown) => memberOf(element, name))
        .filter((member) => member !== undefined)
    else value = memberOf(value, name)
  }
  return toRuleValue(value)
}

/** Reads the value of a place at one path. */
export type PlaceReader = (location: StoredLocation | undefined) => RuleValue

/**
 * Creates a reader for a path below `CurrentLocation`. The path is parsed only once, because every position is read.
 */
export function placeReader(path: string): PlaceReader {
  const [, ...names] = path.split('.')
  return (location) => {
    let value: unknown = location
    for (const name of names) value = memberOf(value, name)
    return toRuleValue(value)
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined

/** Accepts only comparable values: a text, a number, a boolean, or a list of them. */
function toRuleValue(value: unknown): RuleValue {
  if (isScalar(value)) return value
  if (!Array.isArray(value)) return undefined
  const scalars = value.filter(isScalar)
  return scalars.length > 0 ? scalars : undefined
}

/** A text without characters is no value. */
const isScalar = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && !isEmptyText(value)) ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value))
