import { type Database, STATE_PERIOD_MS, Types } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { isCountedBy } from './packed-state.ts'
import { CHUNK_ASSETS, chunkOf, type Snapshot, wordsAfter } from './snapshot.ts'
import { latestSnapshot, snapshotsWithin } from './snapshots.store.ts'
import { emptyUsageDay, hoursOf, type UsageDay } from './usage-day.ts'
import { arrivalsBefore, hasVisits, replaceUsageDay } from './usage-days.store.ts'

/** Data sources of usage days. */
type UsageParts = { db: Database; numbers: AssetNumbers }

/** Computes the usage of a day from the stored snapshots and visits. @param day start of the day, UTC */
export async function packUsageDay({ db, numbers }: UsageParts, day: number): Promise<void> {
  const moments = hoursOf(day)
  const end = moments.at(-1) ?? day
  const arrivals = (await hasVisits(db, day - STATE_PERIOD_MS, end)) ? await arrivalsBefore(db, moments) : []
  // Assets that move but never reported a state have no number yet.
  await numbers.give(arrivals.flatMap((arrived) => [...arrived].map((asset) => new Types.ObjectId(asset))))
  const usage = emptyUsageDay(day, numbers.size)
  for (const [hour, arrived] of arrivals.entries())
    for (const asset of arrived) usage.arrived.set(hour, numbers.get(asset) ?? 0)
  const snapshots = await snapshotsWithin(db, day, end)
  for (let chunk = 0; chunk <= chunkOf(numbers.size - 1); chunk += 1) {
    const before = await latestSnapshot(db, chunk, day - STATE_PERIOD_MS)
    const ofChunk = snapshots.filter((snapshot) => snapshot.chunk === chunk)
    setInfusing(usage, moments, before ? [before, ...ofChunk] : ofChunk)
  }
  await replaceUsageDay(db, usage)
}

/**
 * Sets the bits of a chunk's assets that infuse at each moment. @param snapshots snapshots of the chunk in time order
 */
function setInfusing(
  { infusing }: UsageDay,
  moments: readonly number[],
  snapshots: readonly Snapshot[],
): void {
  let next = 0
  let current: Snapshot | undefined
  for (const [hour, moment] of moments.entries()) {
    for (; (snapshots[next]?.period ?? moment) < moment; next += 1) current = snapshots[next]
    if (!current) continue
    const first = current.chunk * CHUNK_ASSETS
    for (const [place, word] of wordsAfter(current).entries())
      if (word !== 0 && isCountedBy('Infusing', word)) infusing.set(hour, first + place)
  }
}
