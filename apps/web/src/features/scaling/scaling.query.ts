import { queryOptions } from '@tanstack/react-query'
import type { ScalingData } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { settingsQuery } from '../../ui/form/index.ts'

/** The settings pairs as the calls name them. */
export const REDIS_PAIR = { Type: 'Scale', SubType: 'redis' } as const
export const KAFKA_PAIR = { Type: 'scale', SubType: 'kafka' } as const

/** What may go through either. */
export const DATA_TYPES: readonly ScalingData[] = ['device data', 'location data']

/** How often it is looked at how Redis and Kafka are used, milliseconds. */
const REFRESH_MS = 2_000

/** Redis as its form holds it; the threshold as it is typed. */
export interface RedisValues {
  readonly Enabled: boolean
  readonly deviceThreshold: string
  readonly cachingData: readonly ScalingData[]
}

/** Kafka as its form holds it. */
export interface KafkaValues {
  readonly status: boolean
  readonly maxDevice: string
  readonly cachingData: readonly ScalingData[]
}

const thresholdText = (value: unknown): string => (typeof value === 'number' ? String(value) : '')
const dataOf = (value: unknown): readonly ScalingData[] =>
  value === undefined ? DATA_TYPES : DATA_TYPES.filter((name) => (value as string[]).includes(name))

/** The saved setting of Redis; off before there is one. */
export const redisQuery = () =>
  settingsQuery(
    REDIS_PAIR,
    (fields): RedisValues => ({
      Enabled: fields['Enabled'] === true,
      deviceThreshold: thresholdText(fields['deviceThreshold']),
      cachingData: dataOf(fields['cachingData']),
    }),
  )

/** The saved setting of Kafka; off before there is one. */
export const kafkaQuery = () =>
  settingsQuery(
    KAFKA_PAIR,
    (fields): KafkaValues => ({
      status: fields['status'] === 'Active',
      maxDevice: thresholdText(fields['maxDevice']),
      cachingData: dataOf(fields['cachingData']),
    }),
  )

/** How both are used now, kept fresh. */
export const scalingStatusQuery = () =>
  queryOptions({
    queryKey: [KEYS.settings, 'scaling-status'],
    queryFn: async ({ signal }) => (await api.call('scalingStatus', { signal })).data,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  })
