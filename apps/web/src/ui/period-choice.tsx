import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { ANY_TIME, type DateRange, type RangePreset, rangeBounds, rangeWords } from '../lib/date-range.ts'
import { usePhone } from '../lib/use-media.ts'
import { DateRangePicker } from './date-range-picker.tsx'

interface PeriodChoiceProps {
  readonly value: DateRange
  /** Default period of the page. The choice of any time has no button. */
  readonly usual: RangePreset
  readonly onChange: (range: DateRange) => void
  /** Current start and end of the period, in words. */
  readonly shown?: string | undefined
}

/** Choice of a page's period: a button for the default, and a picker for others. On a phone the picker offers all. */
export function PeriodChoice({ value, usual, onChange, shown }: PeriodChoiceProps) {
  const { t } = useTranslation('common')
  const phone = usePhone()
  const isUsual = 'preset' in value && value.preset === usual
  const anyTime = usual === ANY_TIME.preset
  // Keeps the current start and end as fixed times, so that both can be changed.
  const fix = (): void => {
    const { from, to } = rangeBounds(value, Date.now())
    onChange({ from: new Date(from).toISOString(), to: new Date(to).toISOString() })
  }
  return (
    <>
      {anyTime || phone ? null : (
        <Segmented
          aria-label={t('blocks.range.title')}
          value={isUsual ? 'usual' : 'custom'}
          onChange={(choice) => (choice === 'usual' ? onChange({ preset: usual }) : fix())}
          options={[
            { value: 'usual', label: rangeWords({ preset: usual }) },
            { value: 'custom', label: t('blocks.range.custom') },
          ]}
        />
      )}
      <DateRangePicker anyTime={anyTime} value={value} shown={shown} onChange={onChange} />
    </>
  )
}
