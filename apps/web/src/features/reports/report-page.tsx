import { Button, Tooltip } from 'antd'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filterRouteOf } from '../../lib/filter-routes.ts'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { clockTime } from '../../lib/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { PeriodChoice } from '../../ui/period-choice.tsx'
import type { ShownQuery } from '../../ui/query-state.tsx'
import { AssetFilterChips, AssetFilters } from '../asset-filters/index.ts'
import { ReportExport, ScheduleLink } from '../report-files/index.ts'
import { periodOf, reportBody, withPeriod } from './report-state.ts'
import type { Report } from './use-report.ts'

interface ReportToolbarProps {
  readonly report: Report
  readonly onRefresh: () => void
  readonly refreshing: boolean
  /** Further choices on the page, after its filters. */
  readonly children?: ReactNode
  /** Further actions on the report, before its export. */
  readonly actions?: ReactNode
  /** Current start and end of the period, in words. */
  readonly shownPeriod?: string | undefined
}

/** Period and filters of a report, with export and refresh. */
function ReportToolbar(props: ReportToolbarProps) {
  const { report, onRefresh, refreshing, children, actions, shownPeriod } = props
  const { t } = useTranslation('reports')
  const { definition, state, changeFilters, isAsked } = report
  const { route, page, period, defaultType, filterTraits } = definition
  const filterRoute = filterRouteOf(page)
  const filters = {
    ...(defaultType === undefined ? {} : { defaultType }),
    filters: state.filters,
    onFilters: changeFilters,
    traits: { ...filterTraits, hasPeriod: true, ...(filterRoute === route ? {} : { isReadOnly: true }) },
  }
  const filterControls = <AssetFilters page={filterRoute} {...filters} />
  // The period comes first. On a phone it has a separate line, and all other items share one.
  const lead = period ? (
    <PeriodChoice
      usual={period}
      value={periodOf(definition, state.filters)}
      shown={shownPeriod}
      onChange={(range) => changeFilters(withPeriod(definition, state.filters, range))}
    />
  ) : (
    children
  )
  return (
    <PageToolbar
      lead={lead ?? filterControls}
      chips={<AssetFilterChips {...filters} />}
      actions={
        <>
          {actions}
          <ReportExport
            label={t('export')}
            page={definition.page}
            criteria={() => reportBody(definition, state, Date.now())}
            {...(isAsked ? {} : { disabledReason: t('exportAsked') })}
          />
          <ScheduleLink
            page={definition.page}
            body={() => reportBody(definition, state, Date.now())}
            hasPeriod={period !== undefined}
          />
          <Tooltip title={t('refresh')}>
            <Button
              aria-label={t('refresh')}
              loading={refreshing}
              disabled={!isAsked}
              onClick={onRefresh}
              icon={<RefreshCw size={16} strokeWidth={1.8} aria-hidden />}
            />
          </Tooltip>
        </>
      }
    >
      {lead ? filterControls : null}
      {period ? children : null}
    </PageToolbar>
  )
}

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
