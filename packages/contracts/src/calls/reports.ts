import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { pageOfReport, type ReportName } from '../report-pages.ts'
import { exportedLists, reports } from '../reports.ts'
import { routes } from '../routes.ts'
import { externalId, givenPage, givenPageSize, id, languageTag, metadataName } from '../shapes/common.ts'
import { criteriaBody } from '../shapes/criteria.ts'
import { filterGroups } from '../shapes/metadata.ts'
import { deviceRow, MAX_REPORT_IDS, reportDescription, reportRows } from '../shapes/report.ts'
import { timeZoneName } from '../shapes/time-zone.ts'

/** Reader of a file, who decides names and times; by default English and the hospital's time zone. CSV is English. */
const fileReader = z.object({ timeZone: timeZoneName.optional(), language: languageTag.optional() })
const ofPage = z.object({ page: z.string().max(100) })
const names = Object.keys(reports) as ReportName[]
const aliases = Object.fromEntries(
  names.flatMap((name) => (reports[name].aliases ?? []).map((alias) => [alias, name] as const)),
)
type VariantOf<N extends ReportName> = { pages: string[]; response: (typeof reports)[N]['answer'] }
/** Variants of `readReport`: each report needs its page and has its shape. */
const rowsOfReport = {
  param: 'page' as const,
  of: Object.fromEntries(
    names.map((name) => [name, { pages: [pageOfReport(name)], response: reports[name].answer }]),
  ) as unknown as { [N in ReportName]: VariantOf<N> },
  aliases,
}
const descriptionOfReport = {
  ...rowsOfReport,
  of: Object.fromEntries(
    names.map((name) => [
      name,
      {
        pages: [pageOfReport(name)],
        response: z.object({ ...reportDescription.shape, ...reports[name].answer.shape }),
      },
    ]),
  ),
}
/** Variants of calls with one response for all reports and lists. */
const openedByPage = {
  ...rowsOfReport,
  of: Object.fromEntries(
    [...names, ...Object.keys(exportedLists)].map((name) => [name, { pages: [pageOfReport(name)] }]),
  ),
}
/** Common traits of calls that create files. */
const madeFile = {
  patient: true,
  produces: 'open',
  share: 'streams',
  params: ofPage,
  variants: openedByPage,
  query: fileReader,
  body: criteriaBody,
  response: z.unknown(),
} as const

/** Calls of reports. */
export const reportCalls = {
  reportFilterFields: defineCall(routes.reportFilterFields, {
    summary: "Fields to filter a page's rows by, for each asset type",
    patient: true,
    params: ofPage,
    variants: openedByPage,
    response: z.object({ data: z.record(z.string(), filterGroups) }),
  }),
  describeReport: defineCall(routes.describeReport, {
    summary: 'What a report shows, by which call and under which default filter, and its first rows',
    patient: true,
    params: ofPage,
    query: z.object({ currentPage: givenPage, items: givenPageSize, reportId: id.optional() }),
    response: reportDescription,
    variants: descriptionOfReport,
  }),
  readReport: defineCall(routes.readReport, {
    summary: 'Rows of a report that match criteria, a page of them',
    patient: true,
    params: ofPage,
    body: criteriaBody,
    response: reportRows,
    variants: rowsOfReport,
  }),
  getAlertReport: defineCall(routes.getAlertReport, {
    summary: 'Alerts of geofences and notifications of rules, a page of them, the newest first',
    patient: true,
    body: criteriaBody,
    response: reports['rtls-alert'].answer,
  }),
  getAlarmReport: defineCall(routes.getAlarmReport, {
    summary: 'Devices that were offline or nearly without battery or wifi, a page of them, the newest first',
    patient: true,
    body: criteriaBody,
    response: reports['rtls-alarm'].answer,
  }),
  pumpMovement: defineCall(routes.pumpMovement, {
    summary: 'Moves between places at a level, a page of them, the newest first',
    patient: true,
    body: criteriaBody,
    response: reports['pump-movement'].answer,
  }),
  nearbyPumps: defineCall(routes.nearbyPumps, {
    summary: 'Assets of a type or category on the map of another asset, a page of them, the nearest first',
    patient: true,
    body: criteriaBody,
    response: reports['nearby-pump'].answer,
  }),
  movementVsTime: defineCall(routes.movementVsTime, {
    summary: 'Assets that are not where they belong, a page of them',
    patient: true,
    body: criteriaBody,
    response: reports['movement-vs-time'].answer,
  }),
  deviceProperties: defineCall(routes.deviceProperties, {
    summary: 'Assets on maps with their battery and wifi levels, a page of them',
    patient: true,
    body: criteriaBody,
    response: reports['battery-heat'].answer,
  }),
  reportTableData: defineCall(routes.reportTableData, {
    summary: 'Battery and wifi levels of the assets with these ids, in their order',
    patient: true,
    body: z.object({
      Ids: z.array(externalId).max(MAX_REPORT_IDS),
      /** an asset type; `battery` and `wifi` mean Equipment */
      type: metadataName.optional(),
    }),
    response: z.object({ assets: z.array(deviceRow) }),
  }),
  exportCsv: defineCall(routes.exportCsv, {
    summary:
      "Every row that a page's list or report holds under some criteria, as a CSV file whose headings name the time zone",
    ...madeFile,
    mediaType: 'text/csv',
  }),
  exportXlsx: defineCall(routes.exportXlsx, {
    summary:
      "The rows of a page's list or report, 1,000,000 at most, as a workbook with a sheet that says what they are",
    ...madeFile,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  }),
  exportPdf: defineCall(routes.exportPdf, {
    summary:
      "The rows of a page's list or report, 5,000 at most, as a PDF with what they are and numbered pages",
    ...madeFile,
    mediaType: 'application/pdf',
  }),
}
