import { type Actor, disclosedPatients, type SessionActor, sessionOf } from '@wardtrack/access'
import type {
  CriteriaBody,
  calls,
  FilterGroups,
  ReportAnswers,
  ReportFormat,
  ReportName,
} from '@wardtrack/contracts'
import { summarizeCriteria } from '@wardtrack/database'
import { visibleEncryptionLimits } from '@wardtrack/patient-rule'
import { type CallContext, type Handler, notFound, sendFile } from '@wardtrack/service-kit'
import { readTimeZone } from '../mail/index.ts'
import { filterGroupsOfTypes } from '../metadata/index.ts'
import { openReportFile } from './files/report-file.ts'
import type { NamedPage, ReportParts, ReportReader, RowPage } from './report-page.ts'
import { createReportRegistry } from './report-registry.ts'
import { findDeviceRows } from './rows/asset-rows.ts'

/** Default number of rows on a page of a report. */
const DEFAULT_PAGE_SIZE = 5
/** File name of a CSV that a user downloads; the file of a schedule has the report's name and date. */
const CSV_NAME = 'report.csv'

type ReportService = {
  filterFields: Handler<Actor, typeof calls.reportFilterFields>
  describe: Handler<Actor, typeof calls.describeReport>
  read: Handler<Actor, typeof calls.readReport>
  /** returns the rows of one report, for a call that answers only this report */
  rowsOf<N extends ReportName>(
    name: N,
  ): (input: { body: CriteriaBody }, context: Context) => Promise<ReportAnswers[N]>
  deviceRows: Handler<Actor, typeof calls.reportTableData>
  exportCsv: Handler<Actor, typeof calls.exportCsv>
  exportXlsx: Handler<Actor, typeof calls.exportXlsx>
  exportPdf: Handler<Actor, typeof calls.exportPdf>
}
/** Requested file and its reader. */
type FileInput = {
  params: { page: string }
  body: CriteriaBody
  query: { timeZone?: string | undefined; language?: string | undefined } | undefined
}
type Context = CallContext<Actor>

/** Creates the service that describes, reads and exports the pages of reports. */
export function createReportService(parts: ReportParts): ReportService {
  const { metadata } = parts
  const registry = createReportRegistry(parts)
  const findPage = (name: string): NamedPage => {
    const page = registry.find(name)
    if (!page) throw notFound()
    return page
  }
  const findReport = (name: string): NamedPage & { filterUrl: string } => {
    const page = findPage(name)
    const { filterUrl } = page
    if (filterUrl === undefined) throw notFound()
    return { ...page, filterUrl }
  }
  const audit = async (context: Context, { criteria }: ReportReader, { rows, shownAssets }: RowPage) =>
    context.auditDetails({
      criteria: summarizeCriteria(criteria, await metadata.types()),
      returned: rows.length,
      ...disclosedPatients(sessionOf(context.actor), shownAssets),
    })
  const requestOf = ({ actor }: Context, body: CriteriaBody) => ({
    actor: sessionOf(actor),
    body,
    now: new Date(),
  })
  const readPage = async (page: NamedPage, body: CriteriaBody, context: Context) => {
    context.target('report', page.name)
    const reader = await page.open(requestOf(context, body))
    const { currentPage = 1, items: size = DEFAULT_PAGE_SIZE } = reader.criteria.pagination ?? {}
    const found = await reader.page({ skip: (currentPage - 1) * size, size })
    await audit(context, reader, found)
    const limits = visibleEncryptionLimits(reader.criteria, sessionOf(context.actor))
    return { ...found.more, assets: found.rows, maxAssets: found.total, ...limits }
  }
  const sendReport =
    (format: ReportFormat) =>
    async ({ params, body, query }: FileInput, context: Context): Promise<void> => {
      const page = findPage(params.page)
      context.target('report', page.name)
      const { timeZone = await readTimeZone(parts.db), language } = query ?? {}
      const file = await openReportFile(parts, page, requestOf(context, body), {
        format,
        timeZone,
        language,
        isAbandoned: () => context.response.destroyed,
        onTold: (details) => context.auditDetails(details),
      })
      await sendFile(format === 'csv' ? { ...file, fileName: CSV_NAME } : file, context)
    }
  return {
    filterFields: async ({ params: { page } }, context) => ({
      data: await filterFieldsOf(parts, findPage(page), sessionOf(context.actor)),
    }),
    describe: async (
      { params, query: { currentPage = 1, items = DEFAULT_PAGE_SIZE, reportId } },
      context,
    ) => {
      const page = findReport(params.page)
      const { name, filterUrl, waitsForUser } = page
      const body = { pagination: { currentPage, items }, ...(reportId === undefined ? {} : { reportId }) }
      const head = await page.describe(requestOf(context, body))
      const rows = waitsForUser ? { assets: [], maxAssets: 0 } : await readPage(page, body, context)
      return { page: name, ...head, filterUrl, waitsForUser, ...rows }
    },
    read: ({ params, body }, context) => readPage(findReport(params.page), body, context),
    rowsOf:
      <N extends ReportName>(name: N) =>
      async ({ body }, context) =>
        (await readPage(registry.report(name), body, context)) as ReportAnswers[N],
    deviceRows: async ({ body }, context) => {
      const actor = sessionOf(context.actor)
      const { rows, shownAssets } = await findDeviceRows(parts, actor, body)
      context.auditDetails({ returned: rows.length, ...disclosedPatients(actor, shownAssets) })
      return { assets: rows }
    },
    exportCsv: sendReport('csv'),
    exportXlsx: sendReport('xlsx'),
    exportPdf: sendReport('pdf'),
  }
}

/** Returns the filter fields of a page: the fields of each asset type, and the page's extra fields. */
async function filterFieldsOf(
  { db, metadata }: ReportParts,
  page: NamedPage,
  actor: SessionActor,
): Promise<Record<string, FilterGroups>> {
  const groups = await filterGroupsOfTypes(db, metadata, actor)
  const offered = (await page.offeredFields?.(actor)) ?? {}
  return Object.fromEntries(
    Object.entries(groups).map(([type, ofType]) => [
      type,
      { ...ofType, AssetInfo: { ...ofType.AssetInfo, ...offered } },
    ]),
  )
}
