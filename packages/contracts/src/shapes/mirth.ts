import { z } from 'zod'
import { DELIVERY_FAILURES } from '../delivery-failures.ts'
import { iso } from './common.ts'
import { MIRTH_FIELDS } from './settings.ts'

/** Kind of data for an address: a member of the Mirth setting. */
export const mirthField = z.enum(MIRTH_FIELDS)

/** Status of the deliveries to one address. */
export const mirthDelivery = z.object({
  field: mirthField,
  hasAddress: z.boolean(),
  /** number of waiting items, approximate for a long queue; only for users who may see all delivered data */
  pending: z.number().optional(),
  /** time since which the oldest item waits; same access */
  oldestAt: iso.optional(),
  /** same access */
  lastDeliveredAt: iso.optional(),
  /** reason why the last attempt failed (a class of failure, or a sentence), while items are retried */
  lastError: z.string().optional(),
  lastErrorAt: iso.optional(),
  paused: z.object({ by: z.string(), at: iso }).optional(),
  /** time when the signing secret was created; absent while bodies are not signed */
  secretSince: iso.optional(),
  /** number of items dropped because too many waited, or for too long; same access */
  dropped: z.number().optional(),
  lastDroppedAt: iso.optional(),
  /** true if the queue is full */
  isFull: z.boolean(),
  /** true if a user with the patient-data flag has configured the address */
  mayReceivePatients: z.boolean(),
})
/** {@link mirthDelivery} */
export type MirthDelivery = z.output<typeof mirthDelivery>

/** Result of a test: a response, or the reason of its failure. */
export const mirthTest = z.object({
  accepted: z.boolean(),
  status: z.number().optional(),
  /** beginning of the response */
  text: z.string().optional(),
  /** reason why it was not delivered, if its class is known */
  error: z.enum(DELIVERY_FAILURES).optional(),
  /** milliseconds until the response */
  took: z.number(),
})
/** {@link mirthTest} */
export type MirthTest = z.output<typeof mirthTest>
