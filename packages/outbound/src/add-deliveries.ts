import { type Database, isDuplicateKey } from '@wardtrack/database'

/** Something to deliver: its id among its kind, which the receiver gets as `Idempotency-Key`, and its JSON text. */
export type NewDelivery = { id: string; payload: string }

/**
 * Puts things into the outbox, from where a worker takes them. What was put there before, delivered or not, stays as
 * it is, so that this may be repeated.
 */
export async function addDeliveries(
  db: Database,
  kind: string,
  things: readonly NewDelivery[],
): Promise<void> {
  if (things.length === 0) return
  const now = new Date()
  const entry = { kind, pending: true as const, createdAt: now, attempts: 0, nextAt: now }
  const writes = things.map(({ id, payload }) => ({
    updateOne: {
      filter: { _id: `${kind}|${id}` },
      update: { $setOnInsert: { ...entry, payload } },
      upsert: true,
    },
  }))
  await db.deliveries.bulkWrite(writes, { ordered: false }).catch((error: unknown) => {
    // Another process put the same thing there in the same moment.
    if (!isDuplicateKey(error)) throw error
  })
}
