import { Button } from 'antd'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

interface ScheduleLinkProps {
  /** Name of the report in calls. */
  readonly page: string
  /** What the report is asked with now; its period is chosen anew. */
  readonly body: () => {
    readonly items: readonly Record<string, unknown>[]
    readonly level?: string
    readonly reportId?: string
  }
  /** Rows have a time of their own. */
  readonly hasPeriod: boolean
}

/** The way to have a report made by itself, as it is filtered now. */
export function ScheduleLink({ page, body, hasPeriod }: ScheduleLinkProps) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const open = (): void => {
    const { items, ...named } = body()
    const criteria = items.filter((condition) => !('createdAt' in condition))
    void navigate('/report/schedules', { state: { report: { ...named, page, criteria, hasPeriod } } })
  }
  return (
    <Button onClick={open} icon={<CalendarClock size={16} strokeWidth={1.8} aria-hidden />}>
      {t('blocks.export.schedule')}
    </Button>
  )
}
