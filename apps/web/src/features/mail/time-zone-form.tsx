import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { knownTimeZones } from '../../lib/time-zone.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import { HOSPITAL_PAIR, hospitalQuery } from './mail.query.ts'

interface Hospital {
  readonly TimeZone: string
}

/** Form of the time zone for quiet hours. */
export function TimeZoneForm({ stored }: { readonly stored: StoredState<Hospital> }) {
  const { t } = useTranslation('mail')
  const state = useSettingsForm<Hospital>({
    name: HOSPITAL_PAIR,
    stored,
    reread: () => queryClient.fetchQuery({ ...hospitalQuery(), staleTime: 0 }),
    labels: { TimeZone: t('zone.name') },
    fieldOf: (path) => path.replace('Fields.', '') as keyof Hospital,
    success: ({ message }) => message,
    invalidates: [[KEYS.settings], [KEYS.rules]],
  })
  return (
    <AppForm state={state} label={t('zone.title')}>
      <AppField name="TimeZone" label={t('zone.name')}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={knownTimeZones(stored.values.TimeZone).map((name) => ({ value: name, label: name }))}
        />
      </AppField>
      <SubmitButton>{t('zone.save')}</SubmitButton>
    </AppForm>
  )
}
