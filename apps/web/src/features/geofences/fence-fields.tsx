import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { AppField } from '../../ui/form/index.ts'
import { AssetTypesField } from './asset-types-field.tsx'
import { TriggerField } from './trigger-field.tsx'
import { TypeControl } from './type-control.tsx'

/** All form fields of a geofence. */
export function FenceFields() {
  const { t } = useTranslation('geofences')
  return (
    <>
      <AppField name="name" label={t('form.name')} required>
        <Input autoComplete="off" maxLength={100} />
      </AppField>
      <FenceSettingsFields />
    </>
  )
}

/** The same fields without the name. */
export function FenceSettingsFields() {
  const { t } = useTranslation('geofences')
  return (
    <>
      <AppField name="type" label={t('form.type')} required>
        <TypeControl />
      </AppField>
      <AssetTypesField />
      <TriggerField
        label={t('form.entryTrigger')}
        answer="entry"
        wait="entryWait"
        unit={t('form.minutesInside')}
      />
      <TriggerField
        label={t('form.exitTrigger')}
        answer="exit"
        wait="exitWait"
        unit={t('form.minutesOutside')}
      />
    </>
  )
}
