import { z } from 'zod'
import { DELIVERY_FAILURES } from '../delivery-failures.ts'
import { iso } from './common.ts'
import { MIRTH_FIELDS } from './settings.ts'

/** What is delivered to an address: a member of the Mirth setting. */
export const mirthField = z.enum(MIRTH_FIELDS)

/** How the deliveries to one address go. */
export const mirthDelivery = z.object({
  field: mirthField,
  hasAddress: z.boolean(),
  /** things that wait; of a long queue about so many. Told to those alone who may know of all that is delivered */
  pending: z.number().optional(),
  /** since when the first of them waits; told as they are */
  oldestAt: iso.optional(),
  /** told as they are */
  lastDeliveredAt: iso.optional(),
  /** why the newest attempt failed (a class of failure, or a sentence), while any is tried again */
  lastError: z.string().optional(),
  lastErrorAt: iso.optional(),
  paused: z.object({ by: z.string(), at: iso }).optional(),
  /** when the secret was made that bodies are signed with; absent while they are not signed */
  secretSince: iso.optional(),
  /** things given up because too many waited, or too long; told as they are */
  dropped: z.number().optional(),
  lastDroppedAt: iso.optional(),
  /** whether as many wait as may */
  isFull: z.boolean(),
  /** whether somebody with the patient-data flag has set the address up */
  mayReceivePatients: z.boolean(),
})
/** {@link mirthDelivery} */
export type MirthDelivery = z.output<typeof mirthDelivery>

/** What came of a test: an answer, or why there was none. */
export const mirthTest = z.object({
  accepted: z.boolean(),
  status: z.number().optional(),
  /** the beginning of the answer */
  text: z.string().optional(),
  /** why it was not delivered, where its class is known */
  error: z.enum(DELIVERY_FAILURES).optional(),
  /** milliseconds until the answer */
  took: z.number(),
})
/** {@link mirthTest} */
export type MirthTest = z.output<typeof mirthTest>
