import { Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import { REDIS_PAIR, type RedisValues, redisQuery } from './scaling.query.ts'
import { useDataOptions } from './use-data-options.ts'

/** Settings of Redis: whether it caches repeated reads, from how many devices on, and of which data. */
export function RedisForm({ stored }: { readonly stored: StoredState<RedisValues> }) {
  const { t } = useTranslation('scaling')
  const options = useDataOptions()
  const state = useSettingsForm<RedisValues>({
    name: REDIS_PAIR,
    stored,
    reread: () => queryClient.fetchQuery({ ...redisQuery(), staleTime: 0 }),
    labels: { Enabled: t('active'), deviceThreshold: t('redis.threshold'), cachingData: t('redis.data') },
    fieldOf: (path) => path.replace('Fields.', '') as keyof RedisValues,
    invalidates: [[KEYS.settings]],
  })
  return (
    <AppForm state={state} label={t('redis.title')}>
      <AppField name="Enabled" label={t('active')}>
        <Switch />
      </AppField>
      <AppField name="deviceThreshold" label={t('redis.threshold')} help={t('thresholdHelp')} required>
        <Input inputMode="numeric" maxLength={10} />
      </AppField>
      <AppField name="cachingData" label={t('redis.data')}>
        <Select mode="multiple" options={options} />
      </AppField>
      <SubmitButton>{t('redis.save')}</SubmitButton>
    </AppForm>
  )
}
