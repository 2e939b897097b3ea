import { isSecretField } from '@wardtrack/contracts/provider-fields'
import { Button, Input } from 'antd'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PasswordInput } from '../../ui/password-input.tsx'
import styles from './providers.module.css'

type CustomFields = Readonly<Record<string, string>>

interface CustomFieldListProps {
  readonly value?: CustomFields
  readonly onChange?: (fields: CustomFields) => void
}

const none: CustomFields = {}

/** Custom fields of a provider, each with its value and a delete button. Values of secrets are hidden. */
export function CustomFieldList({ value = none, onChange }: CustomFieldListProps) {
  const { t } = useTranslation('providers')
  const fields = Object.entries(value)
  if (fields.length === 0) return <p className={styles.hint}>{t('field.none')}</p>
  const remove = (name: string): void =>
    onChange?.(Object.fromEntries(fields.filter(([known]) => known !== name)))
  return (
    <ul className={styles.fields}>
      {fields.map(([name, text]) => {
        const Control = isSecretField(name) ? PasswordInput : Input
        return (
          <li key={name}>
            <span className={styles.fieldName}>{name}</span>
            <Control
              aria-label={name}
              autoComplete="off"
              maxLength={500}
              value={text}
              onChange={({ target }) => onChange?.({ ...value, [name]: target.value })}
            />
            <Button
              type="text"
              aria-label={t('field.delete', { name })}
              title={t('field.delete', { name })}
              icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
              onClick={() => remove(name)}
            />
          </li>
        )
      })}
    </ul>
  )
}
