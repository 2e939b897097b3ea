import { z } from 'zod'
import { SCALING_DATA, SCALING_STATES } from './settings.ts'

const count = z.number().int().min(0)
const state = z.enum(SCALING_STATES)
const use = z.object({
  state,
  /** whether the processes are told where it is */
  configured: z.boolean(),
  /** active equipment from which on it is used */
  threshold: count,
  /** what goes through it */
  cachingData: z.array(z.enum(SCALING_DATA)),
})

/** Repeated reads: found in Redis, read from the store and kept there, read from the store without an answer of Redis. */
const reads = z.object({ hits: count, misses: count, unanswered: count })
/** Pushed items: handed to the brokers, stored from there, and with them now. */
const items = z.object({ sent: count, applied: count, lag: count })

/** How Redis and Kafka are used now, and what went through them in the last hour. */
export const scalingStatus = z.object({
  /** active equipment */
  devices: count,
  redis: use.extend(reads.shape),
  kafka: use.extend(items.shape),
  /** those that reported in the last hour while something was switched on; `live`: in the last seconds */
  processes: z.array(
    z.object({ name: z.string(), seenAt: z.string(), live: z.boolean(), redis: state, kafka: state }),
  ),
  /** minutes in which something was reported, oldest first: what was done in each, and the lag at its end */
  minutes: z.array(z.object({ at: z.string(), ...reads.shape, ...items.shape })),
})
/** {@link scalingStatus} */
export type ScalingStatus = z.output<typeof scalingStatus>
