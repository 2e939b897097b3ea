import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type FilterValues, isTexts } from '../../ui/filters/index.ts'

/** Filter for the minimum number of days. */
export const DAYS_MODEL = 'Days'

const CHOICES = [1, 2, 3, 5, 7, 14, 30, 60, 90, 180, 365] as const

/** Numbers of days in the format of a filter field. */
export const DAY_OPTIONS = CHOICES.map((days) => ({ value: String(days), label: String(days) }))

interface DaysChoiceProps {
  readonly filters: FilterValues
  /** Default number of days. */
  readonly usual: number
  readonly onFilters: (filters: FilterValues) => void
}

/** Choice of the minimum number of days. */
export function DaysChoice({ filters, usual, onFilters }: DaysChoiceProps) {
  const { t } = useTranslation('analyses')
  const { [DAYS_MODEL]: chosenDays, ...otherFilters } = filters
  const days = (isTexts(chosenDays) ? Number(chosenDays[0]) : 0) || usual
  const offered = [...new Set([...CHOICES, days])].sort((a, b) => a - b)
  return (
    <Select
      aria-label={t('days.label')}
      style={{ minWidth: 160 }}
      value={days}
      options={offered.map((count) => ({ value: count, label: t('days.option', { count }) }))}
      onChange={(chosen) =>
        onFilters(chosen === usual ? otherFilters : { ...otherFilters, [DAYS_MODEL]: [String(chosen)] })
      }
    />
  )
}
