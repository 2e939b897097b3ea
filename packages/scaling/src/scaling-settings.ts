import { SCALING_DATA, type ScalingData } from '@wardtrack/contracts'
import { type Database, settingId, trusted } from '@wardtrack/database'

/** One settings pair, for Redis or for Kafka. */
export type ScalingSetting = {
  switchedOn: boolean
  /** number of active equipment from which it is used */
  threshold: number
  /** kinds of data that pass through it */
  data: readonly ScalingData[]
}

/** Both settings pairs. */
export type ScalingSettings = { redis: ScalingSetting; kafka: ScalingSetting }

/** Settings while nothing is saved. */
export const NOTHING_SAVED: ScalingSettings = {
  redis: { switchedOn: false, threshold: 0, data: [] },
  kafka: { switchedOn: false, threshold: 0, data: [] },
}

const REDIS_ID = settingId('Scale', 'redis')
const KAFKA_ID = settingId('scale', 'kafka')

/** Reads both pairs. A Redis pair that names no data means all data. */
export async function readScalingSettings(db: Database): Promise<ScalingSettings> {
  const saved = await db.models.settings.find({ _id: trusted({ $in: [REDIS_ID, KAFKA_ID] }) })
  const fieldsOf = (id: string): Record<string, unknown> | undefined =>
    saved.find(({ _id }) => _id === id)?.Fields
  const redis = fieldsOf(REDIS_ID)
  const kafka = fieldsOf(KAFKA_ID)
  return {
    redis: redis
      ? {
          switchedOn: redis['Enabled'] === true,
          threshold: Number(redis['deviceThreshold']),
          data: redis['cachingData'] === undefined ? SCALING_DATA : dataOf(redis['cachingData']),
        }
      : NOTHING_SAVED.redis,
    kafka: kafka
      ? {
          switchedOn: kafka['status'] === 'Active',
          threshold: Number(kafka['maxDevice']),
          data: dataOf(kafka['cachingData']),
        }
      : NOTHING_SAVED.kafka,
  }
}

const dataOf = (names: unknown): ScalingData[] =>
  SCALING_DATA.filter((name) => Array.isArray(names) && names.includes(name))

/** Counts active equipment, up to `most` when given. */
export function countActiveEquipment(db: Database, most?: number): Promise<number> {
  const count = db.models.assets.countDocuments({ AssetType: 'Equipment', AssetStatus: 'active' })
  return most === undefined ? count : count.limit(most)
}
