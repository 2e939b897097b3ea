import type { Database } from '@wardtrack/database'

/** Limits of waiting deliveries for an address: their number, and the days that each may wait. */
export type OutboxLimits = { outbox: number; outboxDays: number }

const DAY_MS = 86_400_000
/** Share of the limit that remains after a full outbox was cut, so that it is not immediately full again. */
const PART_AFTER_DROP = 0.95

/** Returns the time in milliseconds before which deliveries are too old. */
export const oldestAllowed = ({ outboxDays }: OutboxLimits): number => Date.now() - outboxDays * DAY_MS

/** Returns the number of deliveries over the limit. */
export const excessOf = (pending: number, { outbox }: OutboxLimits): number =>
  pending > outbox ? pending - Math.floor(outbox * PART_AFTER_DROP) : 0

/** Stores the number of dropped deliveries of a kind. */
export async function noteDropped(db: Database, kind: string, dropped: number): Promise<void> {
  await db.models.deliveryAddresses.updateOne(
    { _id: kind },
    { $set: { lastDroppedAt: new Date() }, $inc: { dropped } },
    { upsert: true },
  )
}
