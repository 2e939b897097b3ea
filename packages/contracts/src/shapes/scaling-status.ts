import { z } from 'zod'
import { SCALING_DATA, SCALING_STATES } from './settings.ts'

const count = z.number().int().min(0)
const state = z.enum(SCALING_STATES)
const use = z.object({
  state,
  /** true if the processes have its address */
  configured: z.boolean(),
  /** number of active equipment above which it is used */
  threshold: count,
  /** kinds of data that it handles */
  cachingData: z.array(z.enum(SCALING_DATA)),
})

/**
 * Repeated reads: found in Redis, read from the store and cached, or read from the store without an answer of Redis.
 */
const reads = z.object({ hits: count, misses: count, unanswered: count })
/** Pushed items: sent to the brokers, stored from there, and currently with them. */
const items = z.object({ sent: count, applied: count, lag: count })

/** Current use of Redis and Kafka, and their traffic in the last hour. */
export const scalingStatus = z.object({
  /** number of active equipment */
  devices: count,
  redis: use.extend(reads.shape),
  kafka: use.extend(items.shape),
  /** processes that reported in the last hour while either was switched on; `live`: in the last seconds */
  processes: z.array(
    z.object({ name: z.string(), seenAt: z.string(), live: z.boolean(), redis: state, kafka: state }),
  ),
  /** minutes with reports, oldest first: the traffic of each, and the lag at its end */
  minutes: z.array(z.object({ at: z.string(), ...reads.shape, ...items.shape })),
})
/** {@link scalingStatus} */
export type ScalingStatus = z.output<typeof scalingStatus>
