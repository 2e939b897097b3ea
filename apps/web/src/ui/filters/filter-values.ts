import { type DateRange, isLimited, rangeCondition, rangeText, readRange } from '../../lib/date-range.ts'
import type { UrlField } from '../../lib/url-state.ts'

/** Value of one filter: a text to contain, stored option values, levels of a place from the top, or a time range. */
export type FilterValue = string | readonly string[] | DateRange

/** Chosen filters by the field's model: `Fields.PrimaryCategory`. */
export type FilterValues = Readonly<Record<string, FilterValue>>

/** Place of an asset, with one condition for each chosen level. */
export const PLACE_MODEL = 'CurrentLocation.fullPath'

/** Second place of a movement report: the destination or current place of an asset. */
export const SECOND_PLACE_MODEL = `2.${PLACE_MODEL}`

const PLACE_MODELS: readonly string[] = [PLACE_MODEL, SECOND_PLACE_MODEL]

/** Returns the filter and the level of a condition on one level of a place; undefined for any other condition. */
export function placeLevelOf(model: string): { readonly model: string; readonly level: number } | undefined {
  const place = PLACE_MODELS.find((name) => model.startsWith(`${name}.Level_`))
  return place === undefined
    ? undefined
    : { model: place, level: Number(model.slice(`${place}.Level_`.length)) }
}

/** True for a list of options or levels. */
export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const isSet = (value: FilterValue | undefined): value is FilterValue => {
  if (value === undefined) return false
  if (typeof value === 'string') return value.trim() !== ''
  return isTexts(value) ? value.length > 0 : isLimited(value)
}

/** Returns the filters without empty ones. */
export const setFilters = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => isSet(value))
      .map(([model, value]) => [model, typeof value === 'string' ? value.trim() : value]),
  )

/**
 * Returns the criteria of list calls: one condition per filter, or per level of a place. Several options match any.
 */
export const filterCriteria = (values: FilterValues, now: number): Record<string, unknown>[] =>
  Object.entries(setFilters(values)).flatMap(([model, value]): Record<string, unknown>[] => {
    if (typeof value === 'string') return [{ [model]: { $regex: value } }]
    if (!isTexts(value)) return [{ [model]: rangeCondition(value, now) }]
    return PLACE_MODELS.includes(model)
      ? value.map((name, index) => ({ [`${model}.Level_${index + 1}`]: name }))
      : [{ [model]: value }]
  })

const MODEL = /^(?:2\.)?[A-Za-z][\w.]{0,99}$/

/** Reads a value from the address: text after `~`, options and levels as a list, or a time range. */
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

/** Field of a page's address with its filters. Unreadable values are ignored. */
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
