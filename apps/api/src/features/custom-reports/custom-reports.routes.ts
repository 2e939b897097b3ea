import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { type CustomReportParts, createCustomReportService } from './custom-reports.service.ts'
import { createReportPreview } from './report-preview.service.ts'

/** Creates the calls of custom reports. */
export function customReportRoutes(parts: CustomReportParts): ServedCall<Actor>[] {
  const reports = createCustomReportService(parts)
  const preview = createReportPreview(parts)
  return [
    serve(calls.getAllCustomReports)<Actor>(reports.list),
    serve(calls.getCustomReportById)<Actor>(reports.read),
    serve(calls.createCustomReport)<Actor>(reports.create),
    serve(calls.editCustomReportById)<Actor>(reports.edit),
    serve(calls.deleteCustomReportById)<Actor>(reports.delete),
    serve(calls.previewCustomReport)<Actor>(preview.preview),
    serve(calls.customReportPointers)<Actor>(preview.pointers),
  ]
}
