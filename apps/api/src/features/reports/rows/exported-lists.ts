import type { ReportRow, Sort } from '@wardtrack/contracts'
import { visibleTypes } from '@wardtrack/patient-rule'
import { criteriaOf, toAssetAnswer } from '../../assets/index.ts'
import { type AssetColumn, assetColumns, typesNamed, unreadMembers } from '../asset-columns.ts'
import type { ReportPage, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { assetReader } from './asset-rows.ts'

type ExportedList = { name: string; activeByDefault: boolean; defaultSort: readonly Sort[] }

/** Creates the asset lists that are exported like reports. The criteria's asset types determine the columns. */
export const exportedLists = (parts: ReportParts): ReportPage[] => [
  exportedList(parts, {
    name: 'devices',
    activeByDefault: true,
    defaultSort: [{ sortField: 'Fields.AssetName', sortDirection: 1 }],
  }),
  exportedList(parts, {
    name: 'assetlist',
    activeByDefault: false,
    defaultSort: [{ sortField: 'AssetType', sortDirection: 1 }],
  }),
]

function exportedList({ metadata, lists }: ReportParts, list: ExportedList): ReportPage {
  const { name, activeByDefault, defaultSort } = list
  const readCriteria = async ({ body }: ReportRequest) => criteriaOf(body, await metadata.criteriaFields())
  const columnsOf = async (request: ReportRequest): Promise<AssetColumn[]> => {
    const { types } = await metadata.read()
    const named = typesNamed(await readCriteria(request)) ?? Object.keys(types)
    const known = visibleTypes(named, request.actor)
    return assetColumns(known.map((type) => (Object.hasOwn(types, type) ? (types[type] ?? {}) : {})))
  }
  return {
    name,
    page: name,
    filterUrl: '',
    isExportedOnly: true,
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
