import { holdsAny, type SessionActor } from '@wardtrack/access'
import type { CriteriaBody } from '@wardtrack/contracts'
import { mayNamePatients, PATIENT } from '@wardtrack/patient-rule'
import { forbidden, type MadeFile, notFound } from '@wardtrack/service-kit'
import type { ReportPage, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { createReportRegistry } from '../report-registry.ts'
import { openReportFile, type ReportFileOptions } from './report-file.ts'

/** A report for which there is no request: one that is made by itself. */
export type ReportQuestion = { actor: SessionActor; page: string; body: CriteriaBody; now: Date }

/** Files of reports, for features that make them by themselves. */
export type ReportFiles = {
  /**
   * Reads what is asked for without asking the store for rows.
   * @returns the report's name as it is stored, and whether it is about patients by its subject or its conditions
   * @throws ApiError 404 where there is no such report, 403 where it may not be opened, 400 naming what is wrong
   */
  check(question: ReportQuestion): Promise<{ page: string; ofPatients: boolean }>
  /** @throws ApiError as `check` */
  open(question: ReportQuestion, options: ReportFileOptions): Promise<MadeFile & { mediaType: string }>
}

/** Opens the files of reports. */
export function createReportFiles(parts: ReportParts): ReportFiles {
  const registry = createReportRegistry(parts)
  const pageOf = ({ page: name, actor }: ReportQuestion): ReportPage => {
    const page = registry.find(name)
    if (!page) throw notFound()
    if (!holdsAny(actor.allowedRoutes, [page.page])) throw forbidden()
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
