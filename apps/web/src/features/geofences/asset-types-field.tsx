import { useQuery } from '@tanstack/react-query'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { AppField } from '../../ui/form/index.ts'
import styles from './fence-form.module.css'

/** The types of asset that a fence concerns, out of the metadata mapping; patients only for who may see them. */
export function AssetTypesField() {
  const { t } = useTranslation('geofences')
  const aliases = useMetadata()?._aliases ?? {}
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const offered = Object.keys(aliases).filter((type) => type !== 'Patient' || access?.patientDataAccess)
  return (
    <AppField name="assetTypes" label={t('form.appliesTo')} required group>
      <Checkbox.Group
        className={styles.choices ?? ''}
        options={offered.map((type) => ({ value: type, label: aliases[type] || type }))}
      />
    </AppField>
  )
}
