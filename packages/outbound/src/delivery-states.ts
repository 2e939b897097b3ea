import type { Database } from '@wardtrack/database'

/** How far the deliveries of one kind are. */
export type DeliveryState = { pending: number; lastDeliveredAt?: string; lastError?: string }

/** Tells how the deliveries of a kind go; the error is that of the thing that waits longest. */
export async function deliveryState(db: Database, kind: string): Promise<DeliveryState> {
  const waiting = { kind, pending: true as const }
  const [pending, oldest, newest] = await Promise.all([
    db.deliveries.countDocuments(waiting),
    db.deliveries.find(waiting).sort({ createdAt: 1, _id: 1 }).limit(1).next(),
    db.deliveries
      .find({ kind, deliveredAt: { $exists: true } })
      .sort({ deliveredAt: -1 })
      .limit(1)
      .next(),
  ])
  return {
    pending,
    ...(newest?.deliveredAt ? { lastDeliveredAt: newest.deliveredAt.toISOString() } : {}),
    ...(oldest?.lastError === undefined ? {} : { lastError: oldest.lastError }),
  }
}
