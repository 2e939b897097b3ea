import { Button, Popover } from 'antd'
import { CalendarRange } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DateRange, rangeWords } from '../lib/date-range.ts'
import styles from './date-range-picker.module.css'

// The controls are loaded when the picker first opens.
const DateRangePanel = lazy(async () => ({
  default: (await import('./date-range-panel.tsx')).DateRangePanel,
}))

interface DateRangePickerProps {
  readonly value: DateRange
  readonly onChange: (range: DateRange) => void
  /** Id of the button, for a label. */
  readonly id?: string
  /** Adds the choice of any time. */
  readonly anyTime?: boolean
  readonly block?: boolean
  /** Text in place of the range's name: the current start and end of a moving range. */
  readonly shown?: string | undefined
  readonly size?: 'small' | 'middle' | 'large'
}

/** Picker of a time range: a period that ends now, or any two times. */
export function DateRangePicker(props: DateRangePickerProps) {
  const { value, onChange, id, anyTime = false, block = false, size = 'middle' } = props
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const apply = (range: DateRange): void => {
    setOpen(false)
    onChange(range)
  }
  const { shown = rangeWords(value) } = props
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      content={
        <Suspense fallback={<div className={styles.panel} aria-busy="true" />}>
          <DateRangePanel value={value} anyTime={anyTime} onChange={apply} />
        </Suspense>
      }
    >
      <Button
        {...(id ? { id } : {})}
        block={block}
        size={size}
        className={styles.opener ?? ''}
        aria-expanded={open}
        icon={<CalendarRange size={16} strokeWidth={1.8} aria-hidden />}
        aria-label={`${t('blocks.range.title')}: ${shown}`}
      >
        {shown}
      </Button>
    </Popover>
  )
}
