import { useQuery } from '@tanstack/react-query'
import type { ScalingStatus } from '@wardtrack/contracts'
import { Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { dateTime } from '../../lib/time.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useSettingsForm } from '../../ui/form/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import styles from './scaling.module.css'
import {
  DATA_TYPES,
  KAFKA_PAIR,
  type KafkaValues,
  kafkaQuery,
  REDIS_PAIR,
  type RedisValues,
  redisQuery,
  scalingStatusQuery,
} from './scaling.query.ts'
import { ScalingCharts } from './scaling-charts.tsx'
import { KafkaFacts, RedisFacts } from './scaling-facts.tsx'
import { ScalingState } from './scaling-state.tsx'

/** Returns the kinds of data for Redis or Kafka, as options of a select. */
function useDataOptions(): { value: string; label: string }[] {
  const { t } = useTranslation('scaling')
  const names = { 'device data': t('deviceData'), 'location data': t('locationData') } as const
  return DATA_TYPES.map((value) => ({ value, label: names[value] }))
}

/** Settings of Kafka: whether pushed items use it, from how many devices on, and for which data. */
function KafkaForm({ stored }: { readonly stored: StoredState<KafkaValues> }) {
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

/** Settings of Redis: whether it caches repeated reads, from how many devices on, and of which data. */
function RedisForm({ stored }: { readonly stored: StoredState<RedisValues> }) {
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

type Process = ScalingStatus['processes'][number]

/** Processes of the installation, and their use of Redis and Kafka. */
function ProcessTable({ processes }: { readonly processes: readonly Process[] }) {
  const { t } = useTranslation('scaling')
  const columns: DataColumn<Process>[] = [
    { title: t('processes.name'), cell: ({ name }) => name, onPhone: 'main' },
    { title: t('redis.title'), cell: ({ redis }) => <ScalingState state={redis} form="mark" />, named: true },
    { title: t('kafka.title'), cell: ({ kafka }) => <ScalingState state={kafka} form="mark" />, named: true },
    {
      title: t('processes.seen'),
      cell: ({ live, seenAt }) => (live ? t('processes.now') : dateTime(seenAt)),
    },
  ]
  return (
    <DataTable
      label={t('processes.title')}
      columns={columns}
      rows={processes}
      rowKey={({ name, seenAt, live }) =>
        `${name} ${live ? '' : seenAt} ${processes.findIndex((row) => row.name === name && row.seenAt === seenAt)}`
      }
      empty={t('processes.none')}
    />
  )
}

/** Settings of Redis and Kafka, saved separately, with the current status of both. */
export function ScalingPage() {
  const { t } = useTranslation('scaling')
  const redis = useQuery(redisQuery())
  const kafka = useQuery(kafkaQuery())
  const status = useQuery(scalingStatusQuery())
  usePageRefresh(() => void status.refetch())
  return (
    <SettingsPage>
      <SettingsSection title={t('redis.title')} description={t('redis.about')}>
        <QueryState query={status} failed={t('failed')}>
          {(shown) => <RedisFacts status={shown} />}
        </QueryState>
        <QueryState query={redis} failed={t('redis.failed')}>
          {(stored) => <RedisForm stored={stored} />}
        </QueryState>
      </SettingsSection>
      <SettingsSection title={t('kafka.title')} description={t('kafka.about')}>
        <QueryState query={status} failed={t('failed')}>
          {(shown) => <KafkaFacts status={shown} />}
        </QueryState>
        <QueryState query={kafka} failed={t('kafka.failed')}>
          {(stored) => <KafkaForm stored={stored} />}
        </QueryState>
      </SettingsSection>
      <div className={styles.wide}>
        {status.data ? (
          <>
            <ScalingCharts minutes={status.data.minutes} />
            <Panel title={t('processes.title')}>
              <ProcessTable processes={status.data.processes} />
            </Panel>
          </>
        ) : null}
      </div>
    </SettingsPage>
  )
}

export { ScalingPage as Page }
