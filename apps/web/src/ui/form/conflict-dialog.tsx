import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { FieldGroup } from '../field.tsx'
import { RadioGroup } from '../radio-group.tsx'
import styles from './conflict-dialog.module.css'
import type { ConflictChoices, FieldDifference } from './shared-edit.ts'

interface ConflictDialogProps {
  readonly differences: readonly FieldDifference[]
  readonly show?: ((field: never, value: unknown) => ReactNode) | undefined
  readonly onSettle: (choices: ConflictChoices) => void
  readonly onClose: () => void
}

/**
 * Dialog for a record that somebody else changed meanwhile. For each field, the user chooses the stored value or
 * their edit.
 */
export function ConflictDialog({ differences, show, onSettle, onClose }: ConflictDialogProps) {
  const { t } = useTranslation('common')
  const [choices, setChoices] = useState<ConflictChoices>(() =>
    Object.fromEntries(differences.map(({ field, isEdited }) => [field, isEdited ? 'form' : 'stored'])),
  )
  const valueOf = (field: string, value: unknown): ReactNode =>
    show?.(field as never, value) ?? plainValue(value)
  return (
    <Modal
      open
      width={560}
      title={t('conflict.title')}
      okText={t('conflict.save')}
      onOk={() => onSettle(choices)}
      onCancel={onClose}
    >
      <p className={styles.text}>{t('conflict.text')}</p>
      {differences.map(({ field, label, formValue, storedValue }) => (
        <FieldGroup key={field} label={label} error={undefined}>
          <RadioGroup
            vertical
            value={choices[field]}
            onChange={(choice) => setChoices({ ...choices, [field]: choice })}
            options={[
              { value: 'form', label: choiceOf(t('conflict.keepMine'), valueOf(field, formValue)) },
              { value: 'stored', label: choiceOf(t('conflict.takeTheirs'), valueOf(field, storedValue)) },
            ]}
          />
        </FieldGroup>
      ))}
    </Modal>
  )
}

const choiceOf = (choice: string, value: ReactNode): ReactNode => (
  <>
    {choice}
    <span className={styles.value}>{value}</span>
  </>
)

function plainValue(value: unknown): string {
  if (typeof value === 'boolean') return translate(value ? 'common:conflict.yes' : 'common:conflict.no')
  if (Array.isArray(value) && value.length > 0) return value.map(plainValue).join(', ')
  if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value)
  if (value && typeof value === 'object' && !Array.isArray(value)) return JSON.stringify(value)
  return translate('common:conflict.empty')
}
