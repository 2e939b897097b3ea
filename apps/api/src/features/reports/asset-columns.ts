import type { Asset, MetaEntry } from '@wardtrack/contracts'
import type { ReadCriteria } from '@wardtrack/database'
import { type OmittableField, optionText, SPARE_MEMBERS, valueAt } from '../assets/index.ts'

/** Column of a list of assets, with the path of its value in an asset. */
export type AssetColumn = { label: string; path: string; valueOf: (asset: Asset) => unknown }

type Entries = Record<string, MetaEntry>

/**
 * Returns the columns of a list of assets: type, id, the mapped fields by alias, and the place. Fields of several
 * types that show the same stored value share one column.
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

/** Returns the asset members that no column shows; queries leave them out. */
export const unreadMembers = (columns: readonly AssetColumn[]): OmittableField[] =>
  SPARE_MEMBERS.filter((member) => !columns.some(({ path }) => path.split('.')[0] === member))

/** Returns the asset types that the criteria name; undefined when the criteria name none. */
export function typesNamed({ conditions }: ReadCriteria): string[] | undefined {
  const named = conditions
    .filter(({ path, test }) => path === 'AssetType' && ('$eq' in test || '$in' in test))
    .map(({ test }) => ('$eq' in test ? [test['$eq']] : (test['$in'] as unknown[])).map(String))
  return named.length === 0
    ? undefined
    : named.reduce((common, types) => common.filter((type) => types.includes(type)))
}

/** Joins the names of the levels, outermost first. */
function pathText(levels: Readonly<Record<string, string>> | undefined): string {
  const names: string[] = []
  for (let level = levels?.['Level_1']; level !== undefined; level = levels?.[`Level_${names.length + 1}`])
    names.push(level)
  return names.join('>')
}
