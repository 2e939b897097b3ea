import type { CustomReport } from '@wardtrack/contracts'
import { REPORT_TYPE_PAGES } from '@wardtrack/contracts/custom-report-choices'
import { useMetadata } from '../../lib/metadata.ts'
import type { ReportDefinition } from '../reports/index.ts'

/** Returns the definition of a custom report: its content, and the live events that refetch it. */
export function useReportDefinition({ _id, Type, Subject, Fields, TargetField = '' }: CustomReport) {
  const entries = useMetadata()?.[Subject] ?? {}
  const page = REPORT_TYPE_PAGES[Type]
  const models = [...Fields, TargetField].flatMap((name) => entries[name]?.Model ?? [])
  const definition: ReportDefinition<typeof page> = {
    route: `${page}/${_id}`,
    page,
    reportId: _id,
    defaultType: Subject,
    sorting: { sortField: 'AssetName', sortDirection: 1 },
    livePaths: ['CurrentLocation.mapId', ...models],
  }
  return { definition, model: entries[TargetField]?.Model ?? TargetField }
}
