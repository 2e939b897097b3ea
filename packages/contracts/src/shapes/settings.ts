import { z } from 'zod'
import { revision } from './common.ts'

/** Types of settings pairs, as they are stored. */
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

/** What Mirth may be sent, by member of the Mirth setting. */
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

/** Of whom a second factor is required, beside those of whom it is required one by one. */
export const SECOND_FACTOR_RULES = ['nobody', 'privileges', 'everybody'] as const
/** One of {@link SECOND_FACTOR_RULES}. */
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number]

/** What may go through Redis or Kafka: what is known of devices, and where they are. */
export const SCALING_DATA = ['device data', 'location data'] as const
/** One of {@link SCALING_DATA}. */
export type ScalingData = (typeof SCALING_DATA)[number]

/**
 * Whether Redis or Kafka is used: switched off, waiting for as many devices as its threshold says, in use, or out of
 * reach.
 */
export const SCALING_STATES = ['off', 'below-threshold', 'in-use', 'unavailable'] as const
/** One of {@link SCALING_STATES}. */
export type ScalingState = (typeof SCALING_STATES)[number]

/** How far the deliveries of one kind are. */
export const deliveryState = z.object({
  /** told to those alone who may know of all that is delivered */
  pending: z.number().optional(),
  lastDeliveredAt: z.string().optional(),
  lastError: z.string().optional(),
})

/** A settings pair as it is answered; Mirth's also tells how its deliveries go, Redis's and Kafka's whether they are used. */
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
