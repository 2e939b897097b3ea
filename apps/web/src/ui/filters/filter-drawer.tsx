import { Button, Drawer, Input, Select } from 'antd'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY_TIME, type DateRange } from '../../lib/date-range.ts'
import { usePhone } from '../../lib/use-media.ts'
import { DateRangePicker } from '../date-range-picker.tsx'
import { AppField, AppForm, useAppForm } from '../form/index.ts'
import { TouchSize } from '../touch-size.tsx'
import type { FilterField } from './filter-fields.ts'
import { type FilterValue, type FilterValues, isTexts, setFilters } from './filter-values.ts'
import styles from './filters.module.css'

/** Properties that a form passes to a control. */
export interface FilterControlProps<Value> {
  readonly id?: string
  readonly value?: Value
  readonly onChange?: (value: Value) => void
}

interface FilterFormProps {
  readonly fields: readonly FilterField[]
  readonly values: FilterValues
  readonly onApply: (values: FilterValues) => void
  /** Removes all filters. If absent, an empty filter is applied instead. */
  readonly onReset?: () => void
  readonly onClose: () => void
  /** Called with the values of the inputs after each change. */
  readonly onChosen?: (values: FilterValues) => void
  /** Control that chooses a place level by level, for fields that need a place. */
  readonly PlaceControl?: ComponentType<FilterControlProps<readonly string[]>>
}

interface FilterDrawerProps extends FilterFormProps {
  readonly open: boolean
  /** Content in place of the fields while these are unknown. */
  readonly instead?: ReactNode
  /** Content at the end of the drawer, for other actions with the chosen filters. */
  readonly after?: ReactNode
}

/** All filters of a list: one input for each field of the metadata mapping. Filters take effect when applied. */
export function FilterDrawer({ open, instead, after, ...form }: FilterDrawerProps) {
  const { t } = useTranslation('common')
  const phone = usePhone()
  return (
    <Drawer
      open={open}
      onClose={form.onClose}
      size={phone ? '100%' : 400}
      title={t('blocks.filters.title')}
      destroyOnHidden
      {...(after && !instead && !phone ? { footer: after } : {})}
    >
      <TouchSize>
        {instead ?? <FilterForm {...form} />}
        {phone && !instead ? <div className={styles.after}>{after}</div> : null}
      </TouchSize>
    </Drawer>
  )
}

const nothingOf = ({ input }: FilterField): FilterValue => {
  if (input === 'time') return ANY_TIME
  return input === 'input' ? '' : []
}

/** Encrypted text is sent as a list of one value, because lists compare whole values. */
const askedValue = ({ encrypted, input }: FilterField, value: FilterValue): FilterValue =>
  encrypted && input === 'input' && typeof value === 'string' && value.trim() !== '' ? [value.trim()] : value

const shownValue = (field: FilterField, value: FilterValue | undefined): FilterValue => {
  if (field.encrypted && field.input === 'input' && isTexts(value)) return value[0] ?? ''
  return value ?? nothingOf(field)
}

function FilterForm(props: FilterFormProps) {
  const { fields, values, onApply, onClose, onChosen, PlaceControl } = props
  const { onReset = () => onApply({}) } = props
  const { t } = useTranslation('common')
  const [changed, setChanged] = useState(false)
  // Form names are paths, and a model's dots would nest. Fields are therefore named by their index.
  const initial = Object.fromEntries(
    fields.map((field, index) => [`field-${index}`, shownValue(field, values[field.model])]),
  )
  const toValues = (chosen: Record<string, FilterValue>): FilterValues =>
    setFilters(
      Object.fromEntries(
        fields.map((field, index) => [field.model, askedValue(field, chosen[`field-${index}`] ?? '')]),
      ),
    )
  const state = useAppForm<Record<string, FilterValue>>({
    initial,
    onSubmit: (chosen) => {
      onApply(toValues(chosen))
      onClose()
    },
  })
  const isIdle = !changed && Object.keys(values).length === 0
  const controlOf = ({ input, options, encrypted }: FilterField): ReactNode => {
    const hint = encrypted ? t('blocks.filters.wholeValue') : t('blocks.filters.any')
    if (input === 'input') return <Input allowClear maxLength={200} placeholder={hint} />
    if (input === 'time') return <TimeControl />
    if (input === 'place') return PlaceControl ? <PlaceControl /> : null
    return <OptionsControl options={options} />
  }
  return (
    <AppForm
      state={state}
      label={t('blocks.filters.title')}
      className={styles.form}
      onValues={(chosen) => {
        setChanged(true)
        onChosen?.(toValues(chosen))
      }}
    >
      {fields.map((field, index) => (
        <AppField
          key={field.model}
          name={`field-${index}`}
          label={field.label}
          group={field.input === 'place'}
        >
          {controlOf(field)}
        </AppField>
      ))}
      <footer className={styles.foot}>
        <Button
          disabled={isIdle}
          onClick={() => {
            onReset()
            onClose()
          }}
        >
          {t('blocks.filters.reset')}
        </Button>
        <Button type="primary" htmlType="submit" disabled={isIdle}>
          {t('blocks.filters.apply')}
        </Button>
      </footer>
    </AppForm>
  )
}

/** Choice that removes the filter. */
const NOT_ASKED = 'N/A'

function OptionsControl(props: FilterControlProps<readonly string[]> & Pick<FilterField, 'options'>) {
  const { id, value = [], onChange, options } = props
  const { t } = useTranslation('common')
  const offered = value.length > 0 ? [...options, { value: NOT_ASKED, label: NOT_ASKED }] : [...options]
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      allowClear
      placeholder={t('blocks.filters.any')}
      showSearch={{ optionFilterProp: 'label' }}
      value={[...value]}
      options={offered}
      onChange={(next: string[]) => onChange?.(next.includes(NOT_ASKED) ? [] : next)}
    />
  )
}

const TimeControl = ({ id, value = ANY_TIME, onChange }: FilterControlProps<DateRange>) => (
  <DateRangePicker
    {...(id ? { id } : {})}
    anyTime
    block
    value={value}
    onChange={(range) => onChange?.(range)}
  />
)
