import type { Condition, SavedFilter } from '@wardtrack/contracts'
import {
  type FilterValue,
  type FilterValues,
  filterCriteria,
  isTexts,
  PLACE_MODEL,
  setFilters,
} from '../../ui/filters/index.ts'

const TYPE = 'AssetType'
const LEVEL_PATH = `${PLACE_MODEL}.Level_`

/**
 * Chosen filters as the conditions that are saved. A period that ends now is left out: saved, it would stand still.
 * @param defaultType the asset type that a page lists when no filter names one
 */
export function conditionsOf(values: FilterValues, defaultType?: string): Condition[] {
  const still = Object.entries(values).filter(
    ([, value]) => typeof value === 'string' || isTexts(value) || !('preset' in value),
  )
  const type = defaultType !== undefined && !(TYPE in values) ? [{ [TYPE]: [defaultType] }] : []
  return [...type, ...filterCriteria(Object.fromEntries(still), 0)]
}

/** The filters that saved conditions stand for; what no control of a page can ask for is left out. */
export function valuesOf({ criteria }: Pick<SavedFilter, 'criteria'>, defaultType?: string): FilterValues {
  const values: Record<string, FilterValue> = {}
  const levels: string[] = []
  for (const [model, stored] of criteria.flatMap((condition) => Object.entries(condition))) {
    if (model.startsWith(LEVEL_PATH)) {
      const level = Number(model.slice(LEVEL_PATH.length))
      if (typeof stored === 'string' && level > 0) levels[level - 1] = stored
      continue
    }
    const value = toValue(stored)
    if (value !== undefined && model !== 'sort' && model !== 'search') values[model] = value
  }
  const type = values[TYPE]
  if (isTexts(type) && type.length === 1 && type[0] === defaultType) delete values[TYPE]
  // A place is known from its outermost level down: behind a gap nothing can be shown.
  const gap = Array.from(levels).indexOf(undefined as never)
  const place = gap < 0 ? levels : levels.slice(0, gap)
  return setFilters({ ...values, ...(place.length > 0 ? { [PLACE_MODEL]: place } : {}) })
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

/** Whether two sets of filters ask for the same. */
export const asksTheSame = (left: FilterValues, right: FilterValues): boolean =>
  textOf(left) === textOf(right)
