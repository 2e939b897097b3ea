import { Button, Tooltip } from 'antd'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filterRouteOf } from '../../lib/filter-routes.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { PeriodChoice } from '../../ui/period-choice.tsx'
import { AssetFilterChips, AssetFilters } from '../asset-filters/index.ts'
import { ReportExport, ScheduleLink } from '../report-files/index.ts'
import { periodOf, reportBody, withPeriod } from './report-state.ts'
import type { Report } from './use-report.ts'

export interface ReportToolbarProps {
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
export function ReportToolbar(props: ReportToolbarProps) {
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
