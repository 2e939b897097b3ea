import { type ErrorDetail, messages, SCALING_DATA } from '@wardtrack/contracts'
import { detailAt, type Fields, numberOf, throwIfInvalid } from './setting-fields.ts'

const MAX_THRESHOLD = 1_000_000_000

/**
 * Checks the use of Kafka for pushed items: switch, minimum number of devices, and kinds of items. @throws ApiError
 * 400
 */
export function kafkaFields({ status, maxDevice, cachingData }: Fields): Fields {
  const threshold = numberOf(maxDevice, /^\d{1,10}$/)
  const isStatus = status === 'Active' || status === 'Inactive'
  return throwIfInvalid(
    [
      ...(isStatus ? [] : [detailAt('status', messages.fieldRequired)]),
      ...thresholdErrors('maxDevice', threshold),
      ...dataErrors(cachingData),
    ],
    { status, maxDevice: threshold, cachingData: inOrder(cachingData) },
  )
}

/**
 * Checks the use of Redis for repeated reads: switch, minimum number of devices, and cached data. @throws ApiError
 * 400
 */
export function redisFields({ Enabled, deviceThreshold, cachingData }: Fields): Fields {
  const threshold = numberOf(deviceThreshold, /^\d{1,10}$/)
  return throwIfInvalid(
    [
      ...(typeof Enabled === 'boolean' ? [] : [detailAt('Enabled', messages.fieldRequired)]),
      ...thresholdErrors('deviceThreshold', threshold),
      ...(cachingData === undefined ? [] : dataErrors(cachingData)),
    ],
    {
      Enabled,
      deviceThreshold: threshold,
      ...(cachingData === undefined ? {} : { cachingData: inOrder(cachingData) }),
    },
  )
}

const thresholdErrors = (member: string, threshold: number | undefined): ErrorDetail[] =>
  threshold !== undefined && Number.isInteger(threshold) && threshold >= 0 && threshold <= MAX_THRESHOLD
    ? []
    : [detailAt(member, messages.thresholdRule)]

const dataErrors = (sent: unknown): ErrorDetail[] =>
  Array.isArray(sent) && sent.every((name) => SCALING_DATA.some((known) => known === name))
    ? []
    : [detailAt('cachingData', messages.scalingDataRule)]

const inOrder = (sent: unknown): string[] =>
  SCALING_DATA.filter((name) => Array.isArray(sent) && sent.includes(name))
