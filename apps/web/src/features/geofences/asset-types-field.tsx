import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import type { CheckboxGroupProps } from 'antd/es/checkbox'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { typeName, useMetadata } from '../../lib/metadata.ts'
import { AppField } from '../../ui/form/index.ts'
import styles from './fence-form.module.css'

/** Drops `aria-required`, which a form adds but a group of checkboxes must not have; the label shows it instead. */
const Choices = ({
  'aria-required': _required,
  ...group
}: CheckboxGroupProps & { 'aria-required'?: string }) => <Checkbox.Group {...group} />

/** Asset types of a geofence, from the metadata mapping; patients only for users who may see them. */
export function AssetTypesField() {
  const { t } = useTranslation('geofences')
  const mapping = useMetadata()
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const offered = Object.keys(mapping?._aliases ?? {}).filter(
    (type) => type !== 'Patient' || access?.patientDataAccess,
  )
  return (
    <AppField name="assetTypes" label={t('form.appliesTo')} required group>
      <Choices
        className={styles.choices ?? ''}
        options={offered.map((type) => ({ value: type, label: typeName(mapping, type) }))}
      />
    </AppField>
  )
}
