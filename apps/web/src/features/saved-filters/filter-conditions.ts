import type { Condition, SavedFilter } from '@wardtrack/contracts'
import {
  type FilterValue,
  type FilterValues,
  filterCriteria,
  isTexts,
  placeLevelOf,
  setFilters,
} from '../../ui/filters/index.ts'

const TYPE = 'AssetType'

/**
 * Returns filters as conditions to save. A period that ends now is left out, because a saved one would be fixed.
 * @param defaultType asset type of the page without a type filter
 */
export function conditionsOf(values: FilterValues, defaultType?: string): Condition[] {
  const fixedValues = Object.entries(values).filter(
    ([, value]) => typeof value === 'string' || isTexts(value) || !('preset' in value),
  )
  const type = defaultType !== undefined && !(TYPE in values) ? [{ [TYPE]: [defaultType] }] : []
  return [...type, ...filterCriteria(Object.fromEntries(fixedValues), 0)]
}

/** Returns the filters of saved conditions; conditions without a control on the page are left out. */
export function valuesOf({ criteria }: Pick<SavedFilter, 'criteria'>, defaultType?: string): FilterValues {
  const values: Record<string, FilterValue> = {}
  const places = new Map<string, string[]>()
  for (const [model, stored] of criteria.flatMap((condition) => Object.entries(condition))) {
    const place = placeLevelOf(model)
    if (place) {
      const levels = places.get(place.model) ?? []
      if (typeof stored === 'string' && place.level > 0) levels[place.level - 1] = stored
      places.set(place.model, levels)
      continue
    }
    const value = toValue(stored)
    if (value !== undefined && model !== 'sort' && model !== 'search') values[model] = value
  }
  const type = values[TYPE]
  if (isTexts(type) && type.length === 1 && type[0] === defaultType) delete values[TYPE]
  for (const [model, levels] of places) values[model] = withoutGap(levels)
  return setFilters(values)
}

/** Returns the levels up to the first gap, because a place is known from its outermost level down. */
function withoutGap(levels: readonly string[]): readonly string[] {
  const gap = Array.from(levels).indexOf(undefined as never)
  return gap < 0 ? levels : levels.slice(0, gap)
}

function toValue(stored: unknown): FilterValue | undefined {
  if (typeof stored === 'string' || typeof stored === 'number' || typeof stored === 'boolean')
    return [String(stored)]
  if (isTexts(stored)) return stored
  if (typeof stored !== 'object' || stored === null) return undefined
  const { $regex, $gte, $lt, startDate = $gte, endDate = $lt } = stored as Readonly<Record<string, unknown>>
  if (typeof $regex === 'string') return $regex
  return typeof startDate === 'string' && typeof endDate === 'string'
    ? { from: startDate, to: endDate }
    : undefined
}

const textOf = (values: FilterValues): string =>
  JSON.stringify(Object.entries(setFilters(values)).toSorted(([left], [right]) => (left < right ? -1 : 1)))

/** True if two sets of filters have the same effect. */
export const isSameFilter = (left: FilterValues, right: FilterValues): boolean =>
  textOf(left) === textOf(right)
