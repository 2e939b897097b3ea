import { useQuery } from '@tanstack/react-query'
import { REPORT_TYPE_PAGES } from '@wardtrack/contracts/custom-report-choices'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { usePageText } from '../lib/language.ts'
import { readMatrix } from '../lib/matrix-url.ts'
import { customReportQuery } from '../lib/queries.ts'
import { routeOf } from './routes.ts'

/** Pages that show one asset. */
const DETAIL_PAGES: readonly string[] = ['asset-detail', 'device-detail']

/** Pages that show one custom report. */
const REPORT_PAGES: readonly string[] = Object.values(REPORT_TYPE_PAGES)

/** Returns title and help text of the open page, by its last URL segment. */
export function usePageHeading(): { title: string; help: string } {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  const route = routeOf(pathname)
  const text = usePageText(route?.titleKey ?? '')
  const isEdit = route?.isEdit?.(new URLSearchParams(search))
  const title = (isEdit && text?.editTitle) || text?.title || ''
  const help = text?.help ?? ''
  const isReport = REPORT_PAGES.includes(route?.page ?? '')
  const reportId = pathname.split('/').at(-1) ?? ''
  const { data: report } = useQuery({ ...customReportQuery(reportId), enabled: isReport })
  if (isReport) {
    const { Name = title, Description = '' } = report ?? {}
    return { title: Name, help: [Description, help].filter(Boolean).join('\n\n') }
  }
  if (!DETAIL_PAGES.includes(route?.page ?? '')) return { title, help }
  const type = readMatrix(pathname).parameters.type ?? new URLSearchParams(search).get('type')
  if (!type) return { title, help }
  // The title and help of a detail page begin with the type in its address.
  const typeTitle = t('detailTitle', { type })
  return { title: typeTitle, help: [typeTitle, help].filter(Boolean).join('\n\n') }
}
