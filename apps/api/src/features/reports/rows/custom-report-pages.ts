import type { SessionActor } from '@wardtrack/access'
import type { CriteriaBody, ReportType, Sort } from '@wardtrack/contracts'
import type { AssetDoc, CustomReportDoc } from '@wardtrack/database'
import { notFound } from '@wardtrack/service-kit'
import { toAssetAnswer } from '../../assets/index.ts'
import {
  type CustomReportColumn,
  entriesOf,
  openCustomReportStore,
  reportColumns,
  toReportRow,
} from '../../custom-reports/index.ts'
import { controlMember } from '../body-members.ts'
import { readReportCriteria } from '../read-report-criteria.ts'
import type { ReportPage, ReportReader, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { assetReader } from './asset-rows.ts'
import { onAnyMap, reportUrl } from './placed-asset-pages.ts'

const BY_NAME: readonly Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]

/** Creates the pages of custom reports; `reportId` beside the criteria names the report. */
export const customReportPages = (parts: ReportParts): ReportPage[] => [
  customReportPage(parts, 'custom-report', 'List'),
  customReportPage(parts, 'heat-map-report', 'Heat Map'),
]

function customReportPage(parts: ReportParts, name: string, type: ReportType): ReportPage {
  const { db, metadata } = parts
  const store = openCustomReportStore(db)
  /** @throws ApiError 404 when the user sees no report of this kind with this id */
  const reportOf = async (body: CriteriaBody, actor: SessionActor): Promise<CustomReportDoc> => {
    const id = controlMember(body, 'reportId')
    const report = await store.read(actor, typeof id === 'string' ? id : '')
    if (report.Type !== type) throw notFound()
    return report
  }
  const columnsOf = async ({
    Subject,
    Fields,
    TargetField,
  }: CustomReportDoc): Promise<CustomReportColumn[]> =>
    reportColumns(
      entriesOf((await metadata.read()).types, Subject),
      TargetField === undefined ? Fields : [...Fields, TargetField],
    )
  return {
    name,
    page: name,
    filterUrl: reportUrl(name),
    describe: async ({ actor, body }) => {
      const report = await reportOf(body, actor)
      const columns = (await columnsOf(report)).map(({ key, label }) => ({ key, label }))
      return { label: report.Name, columns, defaultItems: [{ AssetType: report.Subject }] }
    },
    open: async (request) => {
      const report = await reportOf(request.body, request.actor)
      const columns = await columnsOf(report)
      const rules = { fields: await metadata.criteriaFields(), sortPaths: sortPathsOf(columns) }
      const { criteria, assetConditions } = readReportCriteria(request.body, rules, request.now)
      const placed = type === 'Heat Map' ? [await onAnyMap(db)] : []
      // The subject comes first, so that an index on the type applies.
      const subject = { path: 'AssetType', test: { $eq: report.Subject } }
      const conditions = [subject, ...assetConditions.conditions, ...placed]
      return reader(parts, request, columns, [criteria, { ...assetConditions, conditions }])
    },
  }
}

/** Creates a reader of rows; files show options by alias. */
function reader(
  { lists }: ReportParts,
  request: ReportRequest,
  columns: readonly CustomReportColumn[],
  [criteria, conditions]: readonly [ReportReader['criteria'], ReportReader['criteria']],
): ReportReader {
  const rowsBy = (toRow: (asset: ReturnType<typeof toAssetAnswer>) => Record<string, unknown>) => ({
    lists,
    activeByDefault: true,
    defaultSort: BY_NAME,
    toRows: (docs: readonly AssetDoc[]) => docs.map((doc) => toRow(toAssetAnswer(doc, request.actor))),
  })
  const shown = rowsBy((asset) => toReportRow(asset, columns))
  const written = rowsBy((asset) =>
    Object.fromEntries(columns.map(({ key, textOf }) => [key, textOf(asset)])),
  )
  return {
    ...assetReader(shown, request, criteria, conditions),
    batches: assetReader(written, request, criteria, conditions).batches,
  }
}

const sortPathsOf = (columns: readonly CustomReportColumn[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ key, sortPath }) => (sortPath === undefined ? [] : [[key, sortPath] as const])),
  )
