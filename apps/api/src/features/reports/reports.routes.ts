import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { createReportService } from './reports.service.ts'

/** The calls of reports. */
export function reportRoutes(metadata: MetadataStore, lists: AssetLists): ServedCall<Actor>[] {
  const reports = createReportService(metadata, lists)
  return [serve(calls.exportCsv)<Actor>(reports.exportCsv)]
}
