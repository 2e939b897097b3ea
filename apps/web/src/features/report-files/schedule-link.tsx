import { Button } from 'antd'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'

interface ScheduleLinkProps {
  /** Name of the report in calls. */
  readonly page: string
  /** Returns the current body of the report's call; the schedule has its own period. */
  readonly body: () => {
    readonly items: readonly Record<string, unknown>[]
    readonly level?: string
    readonly reportId?: string
  }
  /** True if the rows have a time; by default this follows from the filters. */
  readonly hasPeriod?: boolean
}

/** Link to schedule a report or list with its current filters, for users who may open schedules. */
export function ScheduleLink({ page, body, hasPeriod }: ScheduleLinkProps) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const mayOpen = useMayOpen('report')
  const open = (): void => {
    const { items, ...named } = body()
    const criteria = items.filter((condition) => !('createdAt' in condition))
    const report = { ...named, page, criteria, hasPeriod: hasPeriod ?? criteria.length < items.length }
    void navigate('/report/schedules', { state: { report } })
  }
  if (!mayOpen) return null
  return (
    <Button onClick={open} icon={<CalendarClock size={16} strokeWidth={1.8} aria-hidden />}>
      {t('blocks.export.schedule')}
    </Button>
  )
}
