import type { MetaEntry } from '@wardtrack/contracts'

/** What is asked of one field: a text, or some of its options as they are stored. */
export type FilterValue = string | readonly string[]

/** Chosen filters by the field's model: `Fields.PrimaryCategory`. */
export type FilterValues = Readonly<Record<string, FilterValue>>

/** A field that can be filtered by, as the metadata mapping describes it. */
export interface FilterField {
  /** Path of the stored field; the member of the criteria. */
  readonly model: string
  readonly label: string
  readonly input: MetaEntry['inputType']
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The fields of an asset type that can be filtered by, in the mapping's order. */
export const filterFields = (entries: readonly (readonly [string, MetaEntry])[]): FilterField[] =>
  entries
    .filter(([, { filterFlag }]) => filterFlag === '1')
    .map(([name, { Alias, Model, inputType, Options = {} }]) => ({
      model: Model,
      label: Alias || name,
      input: inputType,
      options: Object.entries(Options).map(([value, { alias }]) => ({ value, label: alias || value })),
    }))

const isSet = (value: FilterValue | undefined): value is FilterValue =>
  value !== undefined && (typeof value === 'string' ? value.trim() !== '' : value.length > 0)

/** Filters without those that ask for nothing. */
export const setFilters = (values: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => isSet(value))
      .map(([model, value]) => [model, typeof value === 'string' ? value.trim() : value]),
  )

/** Criteria of the list calls: one condition for each filter; of several options, any. */
export const filterCriteria = (values: FilterValues): Record<string, FilterValue>[] =>
  Object.entries(setFilters(values)).map(([model, value]) => ({ [model]: value }))

/** What a filter asks for, in words. */
export function filterText({ options }: FilterField, value: FilterValue): string {
  if (typeof value === 'string') return value
  return value.map((each) => options.find((option) => option.value === each)?.label ?? each).join(', ')
}
