import { Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import { KAFKA_PAIR, type KafkaValues, kafkaQuery } from './scaling.query.ts'
import { useDataOptions } from './use-data-options.ts'

/** Settings of Kafka: whether pushed items use it, from how many devices on, and for which data. */
export function KafkaForm({ stored }: { readonly stored: StoredState<KafkaValues> }) {
  const { t } = useTranslation('scaling')
  const options = useDataOptions()
  const state = useSettingsForm<KafkaValues>({
    name: KAFKA_PAIR,
    stored,
    reread: () => queryClient.fetchQuery({ ...kafkaQuery(), staleTime: 0 }),
    labels: { status: t('active'), maxDevice: t('kafka.threshold'), cachingData: t('kafka.data') },
    fieldOf: (path) => path.replace('Fields.', '') as keyof KafkaValues,
    toFields: ({ status, ...values }) => ({ ...values, status: status ? 'Active' : 'Inactive' }),
    invalidates: [[KEYS.settings]],
  })
  return (
    <AppForm state={state} label={t('kafka.title')}>
      <AppField name="status" label={t('active')}>
        <Switch />
      </AppField>
      <AppField name="maxDevice" label={t('kafka.threshold')} help={t('thresholdHelp')} required>
        <Input inputMode="numeric" maxLength={10} />
      </AppField>
      <AppField name="cachingData" label={t('kafka.data')}>
        <Select mode="multiple" options={options} />
      </AppField>
      <SubmitButton>{t('kafka.save')}</SubmitButton>
    </AppForm>
  )
}
