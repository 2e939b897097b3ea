import { countDisclosedPatients } from '@wardtrack/access'
import type { MetaEntry, ReportColumn } from '@wardtrack/contracts'
import { type ReadCriteria, summarizeCriteria } from '@wardtrack/database'
import type { AuditDetails } from '@wardtrack/service-kit'
import type { TableRow } from '../../table-files/index.ts'
import type { ReportHead, ReportPage, ReportRequest } from '../report-page.ts'
import type { ReportParts } from '../report-parts.ts'
import { withAliases } from '../row-texts.ts'

/** All rows of a report, as files hold them. */
export type ReportRows = {
  head: ReportHead
  criteria: ReadCriteria
  columns: readonly ReportColumn[]
  types: Readonly<Record<string, Readonly<Record<string, MetaEntry>>>>
  /** values in the order of the columns */
  batches(): AsyncGenerator<readonly TableRow[], void>
  total(): Promise<number>
}

/**
 * Opens the rows of a report for a file.
 * @param onTold called with the file's details while the file is written, for the audit log
 * @throws ApiError where the report would be refused
 */
export async function openReportRows(
  { metadata }: ReportParts,
  page: ReportPage,
  request: ReportRequest,
  onTold: (details: AuditDetails) => void,
): Promise<ReportRows> {
  const [reader, head, { types }] = [
    await page.open(request),
    await page.describe(request),
    await metadata.read(),
  ]
  const { columns } = head
  const disclosed = countDisclosedPatients(request.actor)
  let returned = 0
  onTold({ criteria: summarizeCriteria(reader.criteria, Object.keys(types)), returned })
  return {
    head,
    criteria: reader.criteria,
    columns,
    types,
    batches: async function* batches() {
      for await (const { rows, shownAssets } of reader.batches()) {
        disclosed.add(shownAssets)
        returned += rows.length
        onTold({ returned, ...disclosed.details() })
        yield rows.map((row) => {
          const aliased = withAliases(row, types)
          return columns.map(({ key }) => aliased[key])
        })
      }
    },
    total: async () => (await reader.page({ skip: 0, size: 1 })).total,
  }
}
