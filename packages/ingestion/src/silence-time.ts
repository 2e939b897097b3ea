import type { Database, Types } from '@wardtrack/database'
import type { CachedAsset } from './cached-asset.ts'
import { type StoreUpdate, updateEach } from './durable-writes.ts'

/** An event that comes later than this, and after newer ones, is late: silence around it is worked out again. */
const LATE_MS = 60_000

/**
 * Adds the time at which silence is looked for to the write of an asset's event. An asset that has a time keeps it:
 * the timer moves it on. One without a time is silent or new, and is looked at now.
 */
export function withSilenceTime(
  { q, u }: StoreUpdate,
  asset: Pick<CachedAsset, 'isTimed'>,
  now: number,
): StoreUpdate {
  if (asset.isTimed) return { q: { ...q, 'Silence.due': { $exists: true } }, u }
  return { q, u: { ...u, $set: { ...(u['$set'] as object), 'Silence.due': new Date(now) } } }
}

/** A late event of an asset. */
type LateEvent = { asset: { _id: Types.ObjectId }; time: Date; receivedAt: Date }

/** Marks the moments of late events, so that the timer works out the silence around them again. */
export async function markLate(
  db: Pick<Database, 'connection' | 'sealing'>,
  events: readonly LateEvent[],
  now: number,
): Promise<void> {
  const byAsset = new Map<string, { _id: Types.ObjectId; times: Date[] }>()
  for (const { asset, time, receivedAt } of events) {
    if (receivedAt.getTime() - time.getTime() < LATE_MS) continue
    const key = asset._id.toHexString()
    const known = byAsset.get(key)
    if (known) known.times.push(time)
    else byAsset.set(key, { _id: asset._id, times: [time] })
  }
  if (byAsset.size === 0) return
  const updates = [...byAsset.values()].map(({ _id, times }) => ({
    q: { _id },
    u: { $set: { 'Silence.due': new Date(now) }, $push: { 'Silence.late': { $each: times } } },
  }))
  await updateEach(db, 'assets', updates)
}
