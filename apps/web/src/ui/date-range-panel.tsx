import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY_TIME, type DateRange, RANGE_PRESETS, type RangePreset, rangeBounds } from '../lib/date-range.ts'
import styles from './date-range-picker.module.css'
import { AppField, AppForm, SubmitButton, useAppForm } from './form/index.ts'
import { TouchSize } from './touch-size.tsx'

interface RangeProps {
  readonly value: DateRange
  readonly onChange: (range: DateRange) => void
}

const presets = Object.keys(RANGE_PRESETS) as RangePreset[]

/** The controls of the picker: a period that ends now, or two times. */
export function DateRangePanel({ value, onChange, anyTime }: RangeProps & { readonly anyTime: boolean }) {
  const { t } = useTranslation('common')
  const offered: RangePreset[] = anyTime ? [ANY_TIME.preset, ...presets] : presets
  return (
    <TouchSize>
      <div className={styles.panel}>
        <Select
          aria-label={t('blocks.range.preset')}
          value={'preset' in value ? value.preset : null}
          placeholder={t('blocks.range.preset')}
          options={offered.map((preset) => ({ value: preset, label: t(`blocks.range.${preset}`) }))}
          onChange={(preset: RangePreset | null) => preset && onChange({ preset })}
        />
        <AbsoluteRange value={value} onChange={onChange} />
      </div>
    </TouchSize>
  )
}

/** Formats a time in the viewer's time zone for the browser's date control. */
function localText(ms: number): string {
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return date.toISOString().slice(0, 16)
}

function AbsoluteRange({ value, onChange }: RangeProps) {
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
