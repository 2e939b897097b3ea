import { holdsAny, type SessionActor } from '@wardtrack/access'
import { type CriteriaBody, pageOfReport } from '@wardtrack/contracts'
import { mayNamePatients, PATIENT } from '@wardtrack/patient-rule'
import { forbidden, type MadeFile, notFound } from '@wardtrack/service-kit'
import type { NamedPage, ReportParts, ReportRequest } from '../report-page.ts'
import { createReportRegistry } from '../report-registry.ts'
import { openReportFile, type ReportFileOptions } from './report-file.ts'

/** Report that is created without a request, such as a scheduled one. */
export type ReportQuestion = { actor: SessionActor; page: string; body: CriteriaBody; now: Date }

/** Report files for features that create them in the background. */
export type ReportFiles = {
  /**
   * Validates the question without querying rows.
   * @returns the report's stored name, and whether its subject or conditions concern patients
   * @throws ApiError 404 for an unknown report, 403 for a report that the actor may not open, 400 naming the invalid
   * member
   */
  check(question: ReportQuestion): Promise<{ page: string; ofPatients: boolean }>
  /** @throws ApiError as `check` */
  open(question: ReportQuestion, options: ReportFileOptions): Promise<MadeFile & { mediaType: string }>
}

/** Creates the opener of report files. */
export function createReportFiles(parts: ReportParts): ReportFiles {
  const registry = createReportRegistry(parts)
  const pageOf = ({ page: name, actor }: ReportQuestion): NamedPage => {
    const page = registry.find(name)
    if (!page) throw notFound()
    if (!holdsAny(actor.allowedRoutes, [pageOfReport(page.name)])) throw forbidden()
    return page
  }
  const requestOf = ({ actor, body, now }: ReportQuestion): ReportRequest => ({ actor, body, now })
  return {
    check: async (question) => {
      const page = pageOf(question)
      await page.open(requestOf(question))
      const { defaultItems } = await page.describe(requestOf(question))
      const isOfPatients = defaultItems.some(({ AssetType }) => AssetType === PATIENT)
      return { page: page.name, ofPatients: isOfPatients || mayNamePatients(question.body) }
    },
    open: async (question, options) => openReportFile(parts, pageOf(question), requestOf(question), options),
  }
}
