import type { MetaEntry } from '@wardtrack/contracts'
import { Button, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type EntryPlace, emptyRow, type OptionRow } from './entry-draft.ts'
import styles from './metadata-mapping.module.css'
import { OptionPictures } from './option-pictures.tsx'

interface OptionRowsProps {
  readonly place: EntryPlace
  readonly entry: MetaEntry
  readonly value?: readonly OptionRow[]
  readonly onChange?: (rows: readonly OptionRow[]) => void
}

const none: readonly OptionRow[] = []
const ignoreChange = (): void => {}

/** One row for each option: the code that devices send, its alias and its pictures. */
export function OptionRows({ place, entry, value = none, onChange = ignoreChange }: OptionRowsProps) {
  const { t } = useTranslation('metadata-mapping')
  const replace = (key: string, more: Partial<OptionRow>): void =>
    onChange(value.map((row) => (row.key === key ? { ...row, ...more } : row)))
  return (
    <div className={styles.options}>
      {value.map((row, index) => (
        <div
          key={row.key}
          className={styles.option}
          role="group"
          aria-label={t('option.row', { number: index + 1 })}
        >
          <Input
            value={row.code}
            maxLength={100}
            readOnly={row.isStored}
            className={`${styles.mono ?? ''} ${row.isStored ? (styles.code ?? '') : ''}`}
            aria-label={t('option.code', { number: index + 1 })}
            placeholder={t('option.codePlaceholder')}
            onChange={({ target }) => replace(row.key, { code: target.value })}
          />
          <Input
            value={row.alias}
            maxLength={100}
            aria-label={t('option.alias', { name: row.code || String(index + 1) })}
            placeholder={t('option.aliasPlaceholder')}
            onChange={({ target }) => replace(row.key, { alias: target.value })}
          />
          <OptionPictures place={place} row={row} stored={entry.Options?.[row.code]} />
          <Button
            type="text"
            aria-label={t('option.remove', { name: row.alias || row.code || String(index + 1) })}
            title={t('option.remove', { name: row.alias || row.code || String(index + 1) })}
            icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => onChange(value.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <Button
        icon={<Plus size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => onChange([...value, emptyRow()])}
      >
        {t('option.add')}
      </Button>
    </div>
  )
}
