import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ScalingData, ScalingStatus } from '@wardtrack/contracts'
import { Input, Select, Switch } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clockTime, dateTime } from '../../lib/time.ts'
import type { ChartSeries } from '../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import {
  AppField,
  AppForm,
  type StoredState,
  SubmitButton,
  settingsQuery,
  useSettingsForm,
} from '../../ui/form/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import styles from './scaling.module.css'
import { KafkaFacts, RedisFacts } from './scaling-facts.tsx'
import { ScalingState } from './scaling-state.tsx'

/** Names of the settings pairs in calls. */
const REDIS_PAIR = { Type: 'Scale', SubType: 'redis' } as const
const KAFKA_PAIR = { Type: 'scale', SubType: 'kafka' } as const

/** Kinds of data that Redis and Kafka can handle. */
const DATA_TYPES: readonly ScalingData[] = ['device data', 'location data']

/** Polling interval of the status, in milliseconds. */
const REFRESH_MS = 2_000

/** Form values of Redis; the threshold as typed. */
interface RedisValues {
  readonly Enabled: boolean
  readonly deviceThreshold: string
  readonly cachingData: readonly ScalingData[]
}

/** Form values of Kafka. */
interface KafkaValues {
  readonly status: boolean
  readonly maxDevice: string
  readonly cachingData: readonly ScalingData[]
}

const thresholdText = (value: unknown): string => (typeof value === 'number' ? String(value) : '')
const dataOf = (value: unknown): readonly ScalingData[] =>
  value === undefined ? DATA_TYPES : DATA_TYPES.filter((name) => (value as string[]).includes(name))

/** Query for the saved setting of Redis; off by default. */
const redisQuery = () =>
  settingsQuery(
    REDIS_PAIR,
    (fields): RedisValues => ({
      Enabled: fields['Enabled'] === true,
      deviceThreshold: thresholdText(fields['deviceThreshold']),
      cachingData: dataOf(fields['cachingData']),
    }),
  )

/** Query for the saved setting of Kafka; off by default. */
const kafkaQuery = () =>
  settingsQuery(
    KAFKA_PAIR,
    (fields): KafkaValues => ({
      status: fields['status'] === 'Active',
      maxDevice: thresholdText(fields['maxDevice']),
      cachingData: dataOf(fields['cachingData']),
    }),
  )

/** Query for the current status of both, kept fresh. */
const scalingStatusQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'scaling-status'],
    queryFn: async ({ signal }) => (await api.call('scalingStatus', { signal })).data,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })

type Minutes = ScalingStatus['minutes']

/** Reads through Redis and pushed items through Kafka in each minute of the last hour. */
function ScalingCharts({ minutes }: { readonly minutes: Minutes }) {
  const { t } = useTranslation('scaling')
  const [reads, items] = useMemo(() => {
    const series = (
      name: string,
      step: ChartSeries['step'],
      member: Exclude<keyof Minutes[number], 'at'>,
    ) => ({
      name,
      step,
      values: minutes.map((minute) => minute[member]),
    })
    const figures = (rows: ChartSeries[]) => ({
      kind: 'lines' as const,
      categoryTitle: t('charts.minute'),
      categories: minutes.map(({ at }) => dateTime(at)),
      ticks: minutes.map(({ at }) => clockTime(at)),
      series: rows,
    })
    return [
      figures([
        series(t('charts.unanswered'), 0, 'unanswered'),
        series(t('charts.misses'), 2, 'misses'),
        series(t('charts.hits'), 4, 'hits'),
      ]),
      figures([series(t('charts.lag'), 1, 'lag'), series(t('charts.applied'), 3, 'applied')]),
    ] as const
  }, [minutes, t])
  return (
    <>
      <ChartPanel title={t('charts.reads')} figures={reads} height={220} />
      <ChartPanel title={t('charts.items')} figures={items} height={220} />
    </>
  )
}

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
