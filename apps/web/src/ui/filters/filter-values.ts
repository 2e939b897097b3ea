import { type DateRange, isLimited, rangeCondition, rangeText, readRange } from '../../lib/date-range.ts'
import type { UrlField } from '../../lib/url-state.ts'

/**
 * What is asked of one field: a text that it contains, some of its options as they are stored, the levels of a place
 * from the outermost down, or a stretch of time.
 */
export type FilterValue = string | readonly string[] | DateRange

/** Chosen filters by the field's model: `Fields.PrimaryCategory`. */
export type FilterValues = Readonly<Record<string, FilterValue>>

/** The place of an asset: one condition for each level that is chosen. */
export const PLACE_MODEL = 'CurrentLocation.fullPath'

/** The second place of a report about movements: where an asset went to, or is now. */
export const SECOND_PLACE_MODEL = `2.${PLACE_MODEL}`

const PLACE_MODELS: readonly string[] = [PLACE_MODEL, SECOND_PLACE_MODEL]

/** The filter that a condition on one level of a place belongs to, and that level; undefined for any other condition. */
export function placeLevelOf(model: string): { readonly model: string; readonly level: number } | undefined {
  const place = PLACE_MODELS.find((name) => model.startsWith(`${name}.Level_`))
  return place === undefined
    ? undefined
    : { model: place, level: Number(model.slice(`${place}.Level_`.length)) }
}

/** Whether a value names options or levels. */
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isSet = (value: FilterValue | undefined): value is FilterValue => {
  if (value === undefined) return false
  if (typeof value === 'string') return value.trim() !== ''
  return isTexts(value) ? value.length > 0 : isLimited(value)
}

/** Filters without those that ask for nothing. */
export const setFilters = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => isSet(value))
      .map(([model, value]) => [model, typeof value === 'string' ? value.trim() : value]),
  )

/** Criteria of the list calls: one condition for each filter, for each level of a place; of several options, any. */
export const filterCriteria = (values: FilterValues, now: number): Record<string, unknown>[] =>
  Object.entries(setFilters(values)).flatMap(([model, value]): Record<string, unknown>[] => {
    if (typeof value === 'string') return [{ [model]: { $regex: value } }]
    if (!isTexts(value)) return [{ [model]: rangeCondition(value, now) }]
    return PLACE_MODELS.includes(model)
      ? value.map((name, index) => ({ [`${model}.Level_${index + 1}`]: name }))
      : [{ [model]: value }]
  })

const MODEL = /^(?:2\.)?[A-Za-z][\w.]{0,99}$/

/** A value as the address holds it: a text after `~`, options and levels as a list, a time as its own text. */
function readValue(stored: unknown): FilterValue | undefined {
  if (isTexts(stored)) return stored
  if (typeof stored !== 'string') return undefined
  return stored.startsWith('~') ? stored.slice(1, 201) : readRange(stored)
}

const writeValue = (value: FilterValue): string | readonly string[] => {
  if (typeof value === 'string') return `~${value}`
  return isTexts(value) ? value : rangeText(value)
}

function readObject(text: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(text)
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

/** Filters as a page's address holds them; what cannot be read asks for nothing. */
export const urlFilters = (name: string): UrlField<FilterValues> => ({
  name,
  read: (text) =>
    setFilters(
      Object.fromEntries(
        Object.entries(readObject(text ?? '')).flatMap(([model, stored]) => {
          const value = MODEL.test(model) ? readValue(stored) : undefined
          return value === undefined ? [] : [[model, value]]
        }),
      ),
    ),
  write: (values) => {
    const written = Object.entries(setFilters(values)).map(([model, value]) => [model, writeValue(value)])
    return written.length === 0 ? '' : JSON.stringify(Object.fromEntries(written))
  },
})
