import type { Asset, MetaEntry } from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import { optionText, SPARE_MEMBERS, type SpareMember, valueAt } from '../assets/index.ts'

/** A column of a list of assets, and where in an asset its value stands. */
export type AssetColumn = { label: string; path: string; valueOf: (asset: Asset) => unknown }

type Entries = Record<string, MetaEntry>

/**
 * Columns of a list of assets: type, id, the entries of the mapping by alias, the place. Entries of several types that
 * show the same stored value are one column.
 */
export function assetColumns(entriesOfTypes: readonly Entries[]): AssetColumn[] {
  const entries = new Map<string, MetaEntry>()
  for (const entry of entriesOfTypes.flatMap((ofType) => Object.values(ofType)))
    if (!entries.has(entry.Model)) entries.set(entry.Model, entry)
  return [
    { label: 'AssetType', path: 'AssetType', valueOf: ({ AssetType }) => AssetType },
    { label: 'AssetId', path: 'AssetId', valueOf: ({ AssetId }) => AssetId },
    ...[...entries.values()].map((entry) => ({
      label: entry.Alias || entry.tableKey,
      path: entry.Model,
      valueOf: (asset: Asset) => optionText(entry, valueAt(asset, entry.Model)),
    })),
    {
      label: 'Location',
      path: 'CurrentLocation.fullPath',
      valueOf: ({ CurrentLocation }) => pathText(CurrentLocation?.fullPath),
    },
  ]
}

/** The members of an asset that no column looks at: a long list is read without them. */
export const unreadMembers = (columns: readonly AssetColumn[]): SpareMember[] =>
  SPARE_MEMBERS.filter((member) => !columns.some(({ path }) => path.split('.')[0] === member))

/** The asset types that criteria name; undefined where they leave that open. */
export function typesNamed({ conditions }: ReadCriteria): string[] | undefined {
  const named = conditions
    .filter(({ path, test }) => path === 'AssetType' && ('$eq' in test || '$in' in test))
    .map(({ test }) => ('$eq' in test ? [test['$eq']] : (test['$in'] as unknown[])).map(String))
  return named.length === 0
    ? undefined
    : named.reduce((common, types) => common.filter((type) => types.includes(type)))
}

/** The names of the levels joined, outermost first. */
function pathText(levels: Readonly<Record<string, string>> | undefined): string {
  const names: string[] = []
  for (let level = levels?.['Level_1']; level !== undefined; level = levels?.[`Level_${names.length + 1}`])
    names.push(level)
  return names.join('>')
}
