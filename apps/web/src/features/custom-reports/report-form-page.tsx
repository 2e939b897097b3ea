import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CustomReport, MetaMapping } from '@wardtrack/contracts'
import { REPORT_TYPES, type ReportType } from '@wardtrack/contracts/custom-report-choices'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { FIRST_PAGE } from '../../lib/access.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { customReportQuery, KEYS, metadataQuery } from '../../lib/queries.ts'
import { type UrlSchema, urlChoice, useUrlState } from '../../lib/url-state.ts'
import { QueryState, type ShownQuery } from '../../ui/query-state.tsx'
import { MissingReport } from './missing-report.tsx'
import { ReportForm } from './report-form.tsx'

type Loaded = { readonly mapping: MetaMapping; readonly report: CustomReport | undefined }

const schema: UrlSchema<{ readonly type: ReportType }> = { type: urlChoice<ReportType>('type', REPORT_TYPES) }

/** Form for a new report, or for the report in the address. */
export function ReportFormPage() {
  const { t } = useTranslation('custom-reports')
  const { reportId = '' } = useParams()
  const [{ type }] = useUrlState(schema)
  const isNew = reportId === ''
  const mapping = useQuery(metadataQuery())
  const stored = useQuery({ ...customReportQuery(reportId), enabled: !isNew })
  const client = useQueryClient()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const leave = (said: string): void => {
    void message.success(serverText(said))
    void client.invalidateQueries({ queryKey: [KEYS.customReports] })
    void navigate(isNew ? FIRST_PAGE : '/generate-report')
  }
  const isLoaded = mapping.data !== undefined && (isNew || stored.data !== undefined)
  const shown: ShownQuery<Loaded> = {
    data: isLoaded ? { mapping: mapping.data, report: stored.data } : undefined,
    error: mapping.error ?? stored.error,
    isFetching: mapping.isFetching || stored.isFetching,
    refetch: () => (mapping.error ? mapping.refetch() : stored.refetch()),
  }
  return (
    <QueryState query={shown} failed={t('oneFailed')} boxed missing={<MissingReport />}>
      {(loaded) => <ReportForm key={reportId} type={type} {...loaded} onSaved={leave} />}
    </QueryState>
  )
}

export { ReportFormPage as Page }
