import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { ANY_TIME, type DateRange, type RangePreset, rangeBounds, rangeWords } from '../lib/date-range.ts'
import { usePhone } from '../lib/use-media.ts'
import { DateRangePicker } from './date-range-picker.tsx'

interface PeriodChoiceProps {
  readonly value: DateRange
  /** The period that the page begins with; any time has no button of its own. */
  readonly usual: RangePreset
  readonly onChange: (range: DateRange) => void
  /** The moments that the period stands for now, in words. */
  readonly shown?: string | undefined
}

/** The period of a page: the usual one by a button, any other by its picker, which on a phone offers them all. */
export function PeriodChoice({ value, usual, onChange, shown }: PeriodChoiceProps) {
  const { t } = useTranslation('common')
  const phone = usePhone()
  const isUsual = 'preset' in value && value.preset === usual
  const anyTime = usual === ANY_TIME.preset
  // The same moments, standing still: from there both can be moved.
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
