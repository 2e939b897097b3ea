import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack, id } from '../shapes/common.ts'
import { criteriaBody } from '../shapes/criteria.ts'
import {
  customReport,
  customReportForm,
  customReportRow,
  heatPointer,
  reportPreviewQuestion,
} from '../shapes/custom-report.ts'
import { reportColumn } from '../shapes/report.ts'

const byReport = z.object({ reportId: id })
const saved = ack.extend({ data: customReport })
const pointers = { data: z.array(heatPointer), truncated: z.boolean() }

export const customReportCalls = {
  getAllCustomReports: defineCall(routes.getAllCustomReports, {
    summary:
      'Custom reports by name: those of the caller, those for everyone, and for people who compose reports those that are shared by a tag',
    patient: true,
    response: z.object({ data: z.array(customReport), count: z.number() }),
  }),
  getCustomReportById: defineCall(routes.getCustomReportById, {
    summary: 'One custom report',
    patient: true,
    params: byReport,
    response: customReport,
  }),
  createCustomReport: defineCall(routes.createCustomReport, {
    summary: 'Add a custom report; its owner is the caller',
    patient: true,
    body: customReportForm,
    response: saved,
  }),
  editCustomReportById: defineCall(routes.editCustomReportById, {
    summary: 'Change a custom report; its owner and administrators of people may',
    patient: true,
    params: byReport,
    body: customReportForm,
    response: saved,
  }),
  deleteCustomReportById: defineCall(routes.deleteCustomReportById, {
    summary: 'Delete a custom report; its owner and administrators of people may',
    patient: true,
    params: z.object({ id }),
    response: ack,
  }),
  previewCustomReport: defineCall(routes.previewCustomReport, {
    summary:
      'The first rows of a report that is being composed, and with a field to show its assets on one of their maps',
    patient: true,
    body: reportPreviewQuestion,
    response: z.object({
      columns: z.array(reportColumn),
      assets: z.array(customReportRow),
      maxAssets: z.number(),
      /** maps that have assets of the subject, by name, and the assets on one of them */
      heat: z
        .object({
          maps: z.array(z.object({ mapId: z.string(), name: z.string(), count: z.number() })),
          mapId: z.string().nullable(),
          ...pointers,
        })
        .optional(),
    }),
  }),
  customReportPointers: defineCall(routes.customReportPointers, {
    summary: 'Assets of a heat map report on one map, each with the value that the report shows',
    patient: true,
    params: byReport,
    body: criteriaBody,
    response: z.object(pointers),
  }),
}
