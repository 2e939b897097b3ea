import {
  type Asset,
  type CustomReportRow,
  GENERAL_REPORT_FIELDS,
  type GeneralReportField,
  type MetaEntry,
} from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'
import { optionText, valueAt } from '../assets/index.ts'

/** Column of a custom report. */
export type CustomReportColumn = {
  /** name of the field, which is the member of a row */
  key: string
  label: string
  /** stored path for sorting; missing when no single path is stored */
  sortPath?: string
  /** returns the value of a row, with option codes as stored */
  valueOf: (asset: Asset) => unknown
  /** returns the value for a file, with options by alias */
  textOf: (asset: Asset) => unknown
}

type GeneralColumn = Pick<CustomReportColumn, 'label' | 'sortPath' | 'valueOf'>

const general: Readonly<Record<GeneralReportField, GeneralColumn>> = {
  AssetId: { label: 'AssetId', sortPath: 'AssetId', valueOf: ({ AssetId }) => AssetId },
  AssetType: { label: 'AssetType', sortPath: 'AssetType', valueOf: ({ AssetType }) => AssetType },
  AssetStatus: { label: 'AssetStatus', sortPath: 'AssetStatus', valueOf: ({ AssetStatus }) => AssetStatus },
  CustomTags: { label: 'Custom Tags', valueOf: ({ CustomTags }) => CustomTags },
  CurrentLocation: {
    label: 'Current Location',
    sortPath: 'CurrentLocation.fullPath',
    valueOf: ({ CurrentLocation }) => CurrentLocation && pathText(CurrentLocation.fullPath),
  },
  HomeLocation: {
    label: 'Homed Location',
    sortPath: 'HomeLocation.fullPath',
    valueOf: ({ HomeLocation }) => HomeLocation && pathText(HomeLocation.fullPath),
  },
  createdAt: { label: 'Created At', sortPath: 'createdAt', valueOf: ({ createdAt }) => createdAt },
}

const isGeneral = (name: string): name is GeneralReportField =>
  (GENERAL_REPORT_FIELDS as readonly string[]).includes(name)

/**
 * Returns the columns of a report by its fields. A field that the metadata mapping no longer has gets no column.
 * @param entries entries of the report's subject
 */
export function reportColumns(
  entries: Readonly<Record<string, MetaEntry>>,
  fields: readonly string[],
): CustomReportColumn[] {
  return [...new Set(fields)].flatMap((key): CustomReportColumn[] => {
    const entry = Object.hasOwn(entries, key) ? entries[key] : undefined
    if (entry) {
      const valueOf = (asset: Asset): unknown => valueAt(asset, entry.Model)
      const textOf = (asset: Asset): unknown => optionText(entry, valueOf(asset))
      return [{ key, label: entry.Alias || entry.tableKey, sortPath: entry.Model, valueOf, textOf }]
    }
    return isGeneral(key) ? [{ key, ...general[key], textOf: general[key].valueOf }] : []
  })
}

/** Converts an asset to a row: its identity, and a value for each column, `''` when missing. */
export function toReportRow(asset: Asset, columns: readonly CustomReportColumn[]): CustomReportRow {
  const values = columns.map(({ key, valueOf }) => [key, valueOf(asset) ?? ''] as const)
  const { _id, AssetType, AssetId } = asset
  return { ...Object.fromEntries(values), _id, AssetType, AssetId }
}
