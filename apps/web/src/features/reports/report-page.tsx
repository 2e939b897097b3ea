import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { clockTime } from '../../lib/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ShownQuery } from '../../ui/query-state.tsx'
import { ReportToolbar, type ReportToolbarProps } from './report-toolbar.tsx'

/** Query of the report and its reading time. */
interface ShownRows extends ShownQuery<{ readonly readAt: number }> {
  readonly isPlaceholderData: boolean
}

interface ReportPageProps extends Omit<ReportToolbarProps, 'children' | 'onRefresh' | 'refreshing'> {
  readonly query: ShownRows
  /** Refreshes instead of the query's `refetch`, for pages of several queries. */
  readonly onRefresh?: () => void
  /** Further choices on the page, after its filters. */
  readonly tools?: ReactNode
  /** Content in place of the report until the user requests it. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** Frame of a report page: toolbar, and the report or, on a page that waits for a request, its placeholder. */
export function ReportPage({ query, onRefresh, tools, waiting, children, ...toolbar }: ReportPageProps) {
  const { t } = useTranslation('reports')
  const { report } = toolbar
  const readAt = query.data?.readAt
  const refresh = onRefresh ?? (() => void query.refetch())
  usePageRefresh(refresh)
  useFooterNote(readAt === undefined ? '' : t('readAt', { time: clockTime(readAt) }))
  return (
    <>
      <ReportToolbar
        {...toolbar}
        onRefresh={refresh}
        refreshing={query.isFetching && query.isPlaceholderData}
      >
        {tools}
      </ReportToolbar>
      {report.isAsked
        ? children
        : (waiting ?? (
            <EmptyState
              boxed
              title={t('waits.title')}
              why={t('waits.why')}
              action={
                <Button type="primary" onClick={() => report.change({ asked: 'yes' })}>
                  {t('waits.show')}
                </Button>
              }
            />
          ))}
    </>
  )
}
