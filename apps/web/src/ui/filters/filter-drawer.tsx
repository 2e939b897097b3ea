import { Button, Drawer, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import { AppField, AppForm, useAppForm } from '../form/index.ts'
import type { FilterField, FilterValue, FilterValues } from './filter-fields.ts'
import { setFilters } from './filter-fields.ts'
import styles from './filters.module.css'

interface FilterDrawerProps {
  readonly open: boolean
  readonly fields: readonly FilterField[]
  readonly values: FilterValues
  readonly onApply: (values: FilterValues) => void
  readonly onClose: () => void
}

/** All filters of a list: an input for each field of the metadata mapping. Nothing changes until it is applied. */
export function FilterDrawer({ open, onClose, ...form }: FilterDrawerProps) {
  const { t } = useTranslation('common')
  const phone = usePhone()
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size={phone ? '100%' : 400}
      title={t('blocks.filters.title')}
      destroyOnHidden
    >
      <FilterForm {...form} onClose={onClose} />
    </Drawer>
  )
}

function FilterForm({ fields, values, onApply, onClose }: Omit<FilterDrawerProps, 'open'>) {
  const { t } = useTranslation('common')
  // Form names are paths: a model's points would nest, so fields go by their place.
  const initial = Object.fromEntries(
    fields.map(({ model, input }, index) => [
      `field-${index}`,
      values[model] ?? (input === 'input' ? '' : []),
    ]),
  )
  const apply = (next: FilterValues): void => {
    onApply(setFilters(next))
    onClose()
  }
  const state = useAppForm<Record<string, FilterValue>>({
    initial,
    onSubmit: (chosen) =>
      apply(Object.fromEntries(fields.map(({ model }, index) => [model, chosen[`field-${index}`] ?? '']))),
  })
  return (
    <AppForm state={state} label={t('blocks.filters.title')} className={styles.form}>
      {fields.map(({ model, label, input, options }, index) => (
        <AppField key={model} name={`field-${index}`} label={label}>
          {input === 'input' ? (
            <Input allowClear maxLength={200} />
          ) : (
            <Select
              mode="multiple"
              allowClear
              placeholder={t('blocks.filters.any')}
              showSearch={{ optionFilterProp: 'label' }}
              options={[...options]}
            />
          )}
        </AppField>
      ))}
      <footer className={styles.foot}>
        <Button onClick={() => apply({})}>{t('blocks.filters.reset')}</Button>
        <Button type="primary" htmlType="submit">
          {t('blocks.filters.apply')}
        </Button>
      </footer>
    </AppForm>
  )
}
