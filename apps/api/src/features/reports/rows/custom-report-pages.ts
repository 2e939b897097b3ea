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
import { controlMember, readReportCriteria } from '../report-criteria.ts'
import type { PageOf, ReaderOf, ReportParts, ReportReader, ReportRequest } from '../report-page.ts'
import { assetReader, onAnyMap } from './asset-rows.ts'

const BY_NAME: readonly Sort[] = [{ sortField: 'Fields.AssetName', sortDirection: 1 }]

/** Creates the page of custom reports of a type; `reportId` beside the criteria names the report. */
export function customReportPage(parts: ReportParts, type: ReportType): PageOf<'custom-report'> {
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
    describe: async ({ actor, body }) => {
      const report = await reportOf(body, actor)
      const columns = (await columnsOf(report)).map(({ key, label }) => ({ key, label }))
      return { label: report.Name, columns, defaultItems: [{ AssetType: report.Subject }] }
    },
    open: async (request) => {
      const report = await reportOf(request.body, request.actor)
      const columns = await columnsOf(report)
      const sortPaths = sortPathsOf(columns)
      const { criteria, assetConditions } = await readReportCriteria(parts, 'custom-report', request, {
        sortPaths,
      })
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
): ReaderOf<'custom-report'> {
  const rowsBy = <Row>(toRow: (asset: ReturnType<typeof toAssetAnswer>) => Row) => ({
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
