import type { AssetDoc, StoredLocation } from '@wardtrack/database'
import type { RuleValue } from './rule.types.ts'

/** What of an asset rules can look at, as it is stored. */
export type RuleSubject = Partial<
  Pick<
    AssetDoc,
    'AssetId' | 'AssetStatus' | 'Fields' | 'CustomTags' | 'LocationTags' | 'CurrentLocation' | 'HomeLocation'
  >
>

/** The value of a stored path. Of a list of objects, such as the location tags, that of each of them. */
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

/** Gives the value that a place has at one path. */
export type PlaceReader = (location: StoredLocation | undefined) => RuleValue

/** Makes what reads a path below `CurrentLocation`: each position is read by it, so the path is taken apart once. */
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

/** Only plain values are compared: a text, a number, a boolean, or a list of them. */
function toRuleValue(value: unknown): RuleValue {
  if (isScalar(value)) return value
  if (!Array.isArray(value)) return undefined
  const scalars = value.filter(isScalar)
  return scalars.length > 0 ? scalars : undefined
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value))
