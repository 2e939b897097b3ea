import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { type FilterValues, isTexts } from '../../ui/filters/index.ts'
import styles from './asset-list.module.css'

const TYPE = 'AssetType'
const CATEGORY = 'Fields.PrimaryCategory'
/** Asset types that have categories. */
const WITH_CATEGORY: readonly string[] = ['Equipment', 'Consumables']

interface TypePanelProps {
  /** Asset types that this user may list. */
  readonly types: readonly string[]
  readonly filters: FilterValues
  readonly onFilters: (filters: FilterValues) => void
}

const firstOf = (filters: FilterValues, model: string): string | undefined => {
  const value = filters[model]
  return isTexts(value) ? value[0] : undefined
}

/** Choice of an asset type, and of a category if the type has some. It takes effect when applied. */
export function TypePanel({ types, filters, onFilters }: TypePanelProps) {
  const { t } = useTranslation('asset-list')
  const mapping = useMetadata()
  const [type, setType] = useState(firstOf(filters, TYPE))
  const [category, setCategory] = useState(firstOf(filters, CATEGORY))
  const options = Object.keys((type && mapping?.[type]?.['PrimaryCategory']?.Options) || {})
  const hasCategory = type !== undefined && WITH_CATEGORY.includes(type)
  const submit = (): void => {
    const { [TYPE]: _type, [CATEGORY]: _category, ...otherFilters } = filters
    onFilters({
      ...(type ? { [TYPE]: [type] } : {}),
      ...(hasCategory && category ? { [CATEGORY]: [category] } : {}),
      ...otherFilters,
    })
  }
  return (
    <form
      className={styles.panel}
      aria-label={t('panel.label')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Select
        aria-label={t('column.type')}
        className={styles.choice ?? ''}
        allowClear
        placeholder={t('panel.anyType')}
        value={type}
        options={types.map((value) => ({ value, label: aliasesOf(mapping, value).type }))}
        onChange={(value: string | undefined) => setType(value)}
      />
      {hasCategory ? (
        <Select
          aria-label={t('panel.category')}
          className={styles.choice ?? ''}
          mode="tags"
          maxCount={1}
          allowClear
          placeholder={t('panel.anyCategory')}
          value={category ? [category] : []}
          options={options.map((value) => ({
            value,
            label: aliasesOf(mapping, type).option('PrimaryCategory', value),
          }))}
          onChange={(values: string[]) => setCategory(values.at(-1))}
        />
      ) : null}
      <Button htmlType="submit">{t('panel.submit')}</Button>
    </form>
  )
}
