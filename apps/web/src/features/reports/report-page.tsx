import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { clockTime } from '../../lib/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ReportToolbar, type ReportToolbarProps } from './report-toolbar.tsx'

interface ReportPageProps extends Omit<ReportToolbarProps, 'children'> {
  /** What else is chosen on the page, after its filters. */
  readonly tools?: ReactNode
  /** When the report was read, milliseconds; undefined while it is not there. */
  readonly readAt: number | undefined
  /** In the place of the report until somebody has asked for it. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

/** The frame of a report page: toolbar, the question before anything is shown on a page that waits, and the report. */
export function ReportPage({ tools, readAt, waiting, children, ...toolbar }: ReportPageProps) {
  const { t } = useTranslation('reports')
  const { report, onRefresh } = toolbar
  usePageRefresh(onRefresh)
  useFooterNote(readAt === undefined ? '' : t('readAt', { time: clockTime(readAt) }))
  return (
    <>
      <ReportToolbar {...toolbar}>{tools}</ReportToolbar>
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
