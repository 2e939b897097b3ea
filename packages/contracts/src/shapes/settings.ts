import { z } from 'zod'
import { revision } from './common.ts'

/** Stored types of settings pairs. */
export const SETTING_TYPES = [
  'Mirth',
  'Provider',
  'Geofence',
  'Location',
  'Retention',
  'Security',
  'Mail',
  'Hospital',
  'scale',
  'Scale',
] as const
/** One of {@link SETTING_TYPES}. */
export type SettingType = (typeof SETTING_TYPES)[number]

/** Kinds of data for Mirth, by member of the Mirth setting. */
export const MIRTH_FIELDS = [
  'AssetLocation',
  'GeofenceAlert',
  'Asset',
  'AssetAssociation',
  'LocationHierarchy',
  'DeviceStatus',
] as const
/** One of {@link MIRTH_FIELDS}. */
export type MirthField = (typeof MIRTH_FIELDS)[number]

/** Users who need a second factor, besides those for whom it is required individually. */
export const SECOND_FACTOR_RULES = ['nobody', 'privileges', 'everybody'] as const
/** One of {@link SECOND_FACTOR_RULES}. */
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number]

/** Kinds of data for Redis and Kafka: states of devices, and their locations. */
export const SCALING_DATA = ['device data', 'location data'] as const
/** One of {@link SCALING_DATA}. */
export type ScalingData = (typeof SCALING_DATA)[number]

/** States of Redis or Kafka: switched off, below the threshold of devices, in use, or unreachable. */
export const SCALING_STATES = ['off', 'below-threshold', 'in-use', 'unavailable'] as const
/** One of {@link SCALING_STATES}. */
export type ScalingState = (typeof SCALING_STATES)[number]

/** State of the deliveries of one kind. */
export const deliveryState = z.object({
  /** only for users who may see all delivered data */
  pending: z.number().optional(),
  lastDeliveredAt: z.string().optional(),
  lastError: z.string().optional(),
})

/** A settings pair in responses. Mirth's includes the state of deliveries, Redis's and Kafka's their use. */
export const settingsPair = z.object({
  Type: z.string(),
  SubType: z.string(),
  Fields: z.record(z.string(), z.unknown()),
  revision,
  DeviceStatusEndpoint: z.string().optional(),
  delivery: z.record(z.string(), deliveryState).optional(),
  state: z.enum(SCALING_STATES).optional(),
})

/** {@link settingsPair} */
export type SettingsPair = z.output<typeof settingsPair>
/** {@link deliveryState} */
export type DeliveryState = z.output<typeof deliveryState>
