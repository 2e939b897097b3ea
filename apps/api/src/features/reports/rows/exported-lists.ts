import type { Asset, ExportedListName, MetaEntry, ReportRow, Sort } from '@wardtrack/contracts'
import { visibleTypes } from '@wardtrack/patient-rule'
import {
  criteriaOf,
  type OmittableField,
  optionText,
  SPARE_MEMBERS,
  toAssetAnswer,
  valueAt,
} from '../../assets/index.ts'
import { typesNamed } from '../report-criteria.ts'
import type { NamedPage, ReportParts, ReportRequest } from '../report-page.ts'
import { assetReader } from './asset-rows.ts'

type ExportedList = { activeByDefault: boolean; defaultSort: readonly Sort[] }

const LISTS: Readonly<Record<ExportedListName, ExportedList>> = {
  devices: { activeByDefault: true, defaultSort: [{ sortField: 'Fields.AssetName', sortDirection: 1 }] },
  assetlist: { activeByDefault: false, defaultSort: [{ sortField: 'AssetType', sortDirection: 1 }] },
}

/** Creates an asset list that is exported like a report. The criteria's asset types determine the columns. */
export function exportedList({ metadata, lists }: ReportParts, name: ExportedListName): NamedPage {
  const { activeByDefault, defaultSort } = LISTS[name]
  const readCriteria = async ({ body }: ReportRequest) => criteriaOf(body, await metadata.criteriaFields())
  const columnsOf = async (request: ReportRequest): Promise<AssetColumn[]> => {
    const { types } = await metadata.read()
    const named = typesNamed(await readCriteria(request)) ?? Object.keys(types)
    const known = visibleTypes(named, request.actor)
    return assetColumns(known.map((type) => (Object.hasOwn(types, type) ? (types[type] ?? {}) : {})))
  }
  return {
    name,
    waitsForUser: false,
    describe: async (request) => ({
      label: name,
      columns: (await columnsOf(request)).map(({ label }, index) => ({ key: String(index), label })),
      defaultItems: [],
    }),
    open: async (request) => {
      const criteria = await readCriteria(request)
      const columns = await columnsOf(request)
      const toRow = (asset: ReturnType<typeof toAssetAnswer>): ReportRow =>
        Object.fromEntries(columns.map(({ valueOf }, index) => [String(index), valueOf(asset)]))
      const rows = {
        lists,
        activeByDefault,
        defaultSort,
        unread: unreadMembers(columns),
        toRows: (docs: readonly Parameters<typeof toAssetAnswer>[0][]) =>
          docs.map((doc) => toRow(toAssetAnswer(doc, request.actor))),
      }
      return assetReader(rows, request, criteria, criteria)
    },
  }
}

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

/** Joins the names of the levels, outermost first. */
function pathText(levels: Readonly<Record<string, string>> | undefined): string {
  const names: string[] = []
  for (let level = levels?.['Level_1']; level !== undefined; level = levels?.[`Level_${names.length + 1}`])
    names.push(level)
  return names.join('>')
}
