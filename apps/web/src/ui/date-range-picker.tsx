import { Button, Input, Popover, Select } from 'antd'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  ANY_TIME,
  type DateRange,
  RANGE_PRESETS,
  type RangePreset,
  rangeBounds,
  rangeWords,
} from '../lib/date-range.ts'
import styles from './date-range-picker.module.css'
import { AppField, AppForm, SubmitButton, useAppForm } from './form/index.ts'

interface DateRangePickerProps {
  readonly value: DateRange
  readonly onChange: (range: DateRange) => void
}

interface DateRangeButtonProps extends DateRangePickerProps {
  /** Of the button, for a label. */
  readonly id?: string
  /** Offers not to ask for a time at all. */
  readonly anyTime?: boolean
  readonly block?: boolean
  readonly size?: 'small' | 'middle' | 'large'
}

const presets = Object.keys(RANGE_PRESETS) as RangePreset[]

/** A stretch of time: one that ends now, or any between two moments. */
export function DateRangePicker(props: DateRangeButtonProps) {
  const { value, onChange, id, anyTime = false, block = false, size = 'middle' } = props
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const apply = (range: DateRange): void => {
    setOpen(false)
    onChange(range)
  }
  const shown = rangeWords(value)
  const offered: RangePreset[] = anyTime ? [ANY_TIME.preset, ...presets] : presets
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomLeft"
      destroyOnHidden
      content={
        <div className={styles.panel}>
          <Select
            aria-label={t('blocks.range.preset')}
            value={'preset' in value ? value.preset : null}
            placeholder={t('blocks.range.preset')}
            options={offered.map((preset) => ({ value: preset, label: t(`blocks.range.${preset}`) }))}
            onChange={(preset: RangePreset | null) => preset && apply({ preset })}
          />
          <AbsoluteRange value={value} onChange={apply} />
        </div>
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

/** The viewer's own time, as the browser's control for it reads and writes. */
function localText(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return date.toISOString().slice(0, 16)
}

function AbsoluteRange({ value, onChange }: DateRangePickerProps) {
  const { t } = useTranslation('common')
  const [{ from, to }] = useState(() => rangeBounds(value, Date.now()))
  const missing = (text: string): string | undefined => (text ? undefined : t('blocks.range.missing'))
  const state = useAppForm({
    initial: { from: localText(from), to: localText(to) },
    check: (values) => ({
      from: missing(values.from),
      to: missing(values.to) ?? (values.from < values.to ? undefined : t('blocks.range.order')),
    }),
    onSubmit: (values) =>
      onChange({ from: new Date(values.from).toISOString(), to: new Date(values.to).toISOString() }),
  })
  return (
    <AppForm state={state} label={t('blocks.range.absolute')}>
      <AppField name="from" label={t('blocks.range.from')}>
        <Input type="datetime-local" />
      </AppField>
      <AppField name="to" label={t('blocks.range.to')}>
        <Input type="datetime-local" />
      </AppField>
      <SubmitButton block>{t('blocks.range.apply')}</SubmitButton>
    </AppForm>
  )
}
