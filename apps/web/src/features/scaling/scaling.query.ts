import { queryOptions } from '@tanstack/react-query'
import type { ScalingData } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { settingsQuery } from '../../ui/form/index.ts'

/** Names of the settings pairs in calls. */
export const REDIS_PAIR = { Type: 'Scale', SubType: 'redis' } as const
export const KAFKA_PAIR = { Type: 'scale', SubType: 'kafka' } as const

/** Kinds of data that Redis and Kafka can handle. */
export const DATA_TYPES: readonly ScalingData[] = ['device data', 'location data']

/** Polling interval of the status, in milliseconds. */
const REFRESH_MS = 2_000

/** Form values of Redis; the threshold as typed. */
export interface RedisValues {
  readonly Enabled: boolean
  readonly deviceThreshold: string
  readonly cachingData: readonly ScalingData[]
}

/** Form values of Kafka. */
export interface KafkaValues {
  readonly status: boolean
  readonly maxDevice: string
  readonly cachingData: readonly ScalingData[]
}

const thresholdText = (value: unknown): string => (typeof value === 'number' ? String(value) : '')
const dataOf = (value: unknown): readonly ScalingData[] =>
  value === undefined ? DATA_TYPES : DATA_TYPES.filter((name) => (value as string[]).includes(name))

/** Query for the saved setting of Redis; off by default. */
export const redisQuery = () =>
  settingsQuery(
    REDIS_PAIR,
    (fields): RedisValues => ({
      Enabled: fields['Enabled'] === true,
      deviceThreshold: thresholdText(fields['deviceThreshold']),
      cachingData: dataOf(fields['cachingData']),
    }),
  )

/** Query for the saved setting of Kafka; off by default. */
export const kafkaQuery = () =>
  settingsQuery(
    KAFKA_PAIR,
    (fields): KafkaValues => ({
      status: fields['status'] === 'Active',
      maxDevice: thresholdText(fields['maxDevice']),
      cachingData: dataOf(fields['cachingData']),
    }),
  )

/** Query for the current status of both, kept fresh. */
export const scalingStatusQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'scaling-status'],
    queryFn: async ({ signal }) => (await api.call('scalingStatus', { signal })).data,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
