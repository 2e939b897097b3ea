import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { FieldGroup } from '../../ui/field.tsx'
import styles from './fence-form.module.css'

interface AssetTypesFieldProps {
  readonly value: readonly string[]
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChange: (types: readonly string[]) => void
}

/** The types of asset that a fence concerns, out of the metadata mapping; patients only for who may see them. */
export function AssetTypesField({ value, error, disabled, onChange }: AssetTypesFieldProps) {
  const { t } = useTranslation('geofences')
  const aliases = useMetadata()?._aliases ?? {}
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const offered = Object.keys(aliases).filter((type) => type !== 'Patient' || access?.patientDataAccess)
  return (
    <FieldGroup label={t('form.appliesTo')} required error={error}>
      <Checkbox.Group
        className={styles.choices ?? ''}
        value={[...value]}
        disabled={disabled}
        options={offered.map((type) => ({ value: type, label: aliases[type] || type }))}
        onChange={onChange}
      />
    </FieldGroup>
  )
}
