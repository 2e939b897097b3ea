import type { Database } from '@wardtrack/database'

/** How much waits for an address at most: things, and days that each of them waits. */
export type OutboxLimits = { outbox: number; outboxDays: number }

const DAY_MS = 86_400_000
/** Part of the limit that stays when the outbox was full, so that it is not full again at once. */
const PART_AFTER_DROP = 0.95

/** What was added before this time has waited too long, in milliseconds. */
export const oldestAllowed = ({ outboxDays }: OutboxLimits): number => Date.now() - outboxDays * DAY_MS

/** How many things have to go; none while no more wait than may. */
export const excessOf = (pending: number, { outbox }: OutboxLimits): number =>
  pending > outbox ? pending - Math.floor(outbox * PART_AFTER_DROP) : 0

/** Notes in the store how many things of a kind were given up. */
export async function noteDropped(db: Database, kind: string, dropped: number): Promise<void> {
  await db.models.deliveryAddresses.updateOne(
    { _id: kind },
    { $set: { lastDroppedAt: new Date() }, $inc: { dropped } },
    { upsert: true },
  )
}
