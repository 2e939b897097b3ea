import type { ImportColumn, ImportPreview } from '@wardtrack/contracts'
import { Select } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import styles from './data-import.module.css'
import { placedColumns } from './placed-columns.ts'

/** Fields of the columns of a file, and the asset type unless a column contains it. */
export interface ColumnMapping {
  readonly columns: readonly ImportColumn[]
  readonly assetType: string | undefined
}

interface ColumnChoiceProps {
  readonly file: ImportPreview
  readonly mapping: ColumnMapping
  readonly onChange: (mapping: ColumnMapping) => void
  readonly disabled: boolean
}

/** Value of the control for an ignored column, because the control accepts no null. */
const IGNORED = ''
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

/** Choice of the field for each column of a file. The server remembers it for the next file with the same columns. */
export function ColumnChoice({ file, mapping, onChange, disabled }: ColumnChoiceProps) {
  const { t } = useTranslation('data-import')
  const setTarget = (index: number, target: string | null): void =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((column, at) => (at === index ? { ...column, target } : column)),
    })
  const hasType = mapping.columns.some(({ target }) => target === 'AssetType')
  return (
    <fieldset className={styles.columns} disabled={disabled}>
      <legend>{t('columns.title')}</legend>
      <p className={styles.note}>{t('columns.about')}</p>
      <ul>
        {placedColumns(mapping.columns).map(({ key, index, name, target }) => (
          <li key={key}>
            <span title={name}>{name || t('columns.unnamed', { number: index + 1 })}</span>
            <Select
              aria-label={t('columns.of', { name: name || String(index + 1) })}
              showSearch={{ optionFilterProp: 'label' }}
              disabled={disabled}
              value={target === null ? IGNORED : (offeredTarget(file, target) ?? target)}
              options={optionsOf(file, name, target, t)}
              onChange={(chosen: string) => setTarget(index, chosen === IGNORED ? null : chosen)}
            />
          </li>
        ))}
        {file.operation === 'importMetaDataMapping' || hasType ? null : (
          <li>
            <span>{t('columns.assetType')}</span>
            <Select
              aria-label={t('columns.assetType')}
              disabled={disabled}
              placeholder={t('columns.chooseType')}
              value={mapping.assetType ?? null}
              allowClear
              options={file.assetTypes.map((value) => ({ value, label: value }))}
              onChange={(assetType: string | undefined) => onChange({ ...mapping, assetType })}
            />
          </li>
        )}
      </ul>
    </fieldset>
  )
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Returns the offered field of a name. Names and labels are compared regardless of case, as in the server. */
const offeredTarget = ({ targets }: ImportPreview, name: string): string | undefined =>
  (targets.find((target) => isSame(target.name, name)) ?? targets.find(({ label }) => isSame(label, name)))
    ?.name

/**
 * Returns the choices for a column: ignored, the fields of the server, and for assets a new field of the column's
 * name.
 */
function optionsOf(
  file: ImportPreview,
  name: string,
  target: string | null,
  t: TFunction<'data-import'>,
): { value: string; label: string }[] {
  const offered = file.targets.map(({ name: value, label }) => ({
    value,
    label: label === value ? value : `${label} (${value})`,
  }))
  const newFields = [target, file.operation === 'importCsv' && FIELD_NAME.test(name) ? name : null].filter(
    (value): value is string => value !== null && offeredTarget(file, value) === undefined,
  )
  return [
    { value: IGNORED, label: t('columns.ignored') },
    ...offered,
    ...[...new Set(newFields)].map((value) => ({ value, label: t('columns.newField', { name: value }) })),
  ]
}
