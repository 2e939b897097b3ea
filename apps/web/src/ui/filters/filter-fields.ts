import type { FilterGroups, MetaEntry } from '@wardtrack/contracts'
import { rangeWords } from '../../lib/date-range.ts'
import { localAlias } from '../../lib/metadata.ts'
import { type FilterValue, isTexts } from './filter-values.ts'

/** A filterable field, as the metadata mapping describes it. */
export interface FilterField {
  /** Path of the stored field, used as the key of the criteria. */
  readonly model: string
  readonly label: string
  readonly input: MetaEntry['inputType'] | 'time' | 'place'
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** encrypted: only whole values match */
  readonly encrypted?: boolean
}

type Entry = Pick<MetaEntry, 'Alias' | 'Model' | 'filterFlag' | 'inputType'> & {
  readonly Options?: MetaEntry['Options'] | undefined
  readonly encrypted?: true | undefined
}

/** Returns the filterable fields of an asset type, in the mapping's order. */
export const filterFields = (entries: readonly (readonly [string, Entry])[]): FilterField[] =>
  entries
    .filter(([, { filterFlag }]) => filterFlag === '1')
    .map(([name, { Alias, Model, inputType, Options = {}, encrypted }]) => ({
      model: Model,
      label: localAlias(Alias) || name,
      input: inputType,
      ...(encrypted ? { encrypted } : {}),
      options: Object.entries(Options).map(([value, { alias }]) => ({
        value,
        label: localAlias(alias) || value,
      })),
    }))

/** Returns the fields of an asset type that the server filters by: fields of the mapping, then times. */
export const fieldsOfGroups = ({
  AssetInfo,
  AssetStatus,
  MedaDataInfo,
  Time,
}: FilterGroups): FilterField[] => [
  ...filterFields(Object.entries({ ...AssetInfo, ...AssetStatus, ...MedaDataInfo })),
  ...filterFields(Object.entries(Time)).map((field) => ({ ...field, input: 'time' as const })),
]

/** Formats the value of a filter in words. */
export function filterText(
  { options, input }: Pick<FilterField, 'options' | 'input'>,
  value: FilterValue,
): string {
  if (typeof value === 'string') return value
  if (!isTexts(value)) return rangeWords(value)
  const words = value.map((item) => options.find((option) => option.value === item)?.label ?? item)
  return words.join(input === 'place' ? ' > ' : ', ')
}
