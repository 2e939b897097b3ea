import { Button } from 'antd'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'

interface ScheduleLinkProps {
  /** Name of the report in calls. */
  readonly page: string
  /** What the report is asked with now; its period is chosen anew. */
  readonly body: () => {
    readonly items: readonly Record<string, unknown>[]
    readonly level?: string
    readonly reportId?: string
  }
  /** Rows have a time of their own; where that is left out, they are asked for one by the filters. */
  readonly hasPeriod?: boolean
}

/** The way to have a report or list made by itself, as it is filtered now; for those who may open what is scheduled. */
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
