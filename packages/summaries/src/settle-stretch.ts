import { type AssetDoc, type Database, type StateStretchDoc, trusted } from '@wardtrack/database'
import { isInFlight } from './in-flight.ts'
import type { RebuildEnd } from './rebuild-series.ts'
import type { StateField } from './state-fields.ts'
import type { RebuildOutcome } from './summarizer.ts'

type SettleOptions = {
  field: StateField
  last: RebuildEnd<StateStretchDoc>
  now: number
  isLastRound: boolean
}

/**
 * Stores the rebuilt current stretch of a state in its asset. Each write requires that the asset still has the
 * stretch that was read, so newer reports prevail.
 * @param read the asset before the rebuild
 */
export async function settleStretch(
  db: Database,
  read: AssetDoc,
  { field, last: { summary, newest, stored }, now, isLastRound }: SettleOptions,
): Promise<RebuildOutcome['next']> {
  const isKnown = ({ Stretches }: Pick<AssetDoc, 'Stretches'>): boolean =>
    Stretches?.[field]?.from.getTime() === summary.from.getTime() && Stretches[field]?.value === summary.value
  if (isKnown(read) && !(newest && newest.time > (read.FieldTimes[field] ?? 0))) return 'done'
  const asset = await db.models.assets.findOne({ _id: read._id }).select({ FieldTimes: 1, Stretches: 1 })
  if (!asset) return 'done'
  const known = asset.Stretches?.[field]
  const { [field]: reportedAt } = asset.FieldTimes
  const path = `Stretches.${field}`
  const change = async (isSet: boolean, condition: Record<string, unknown> = {}): Promise<boolean> => {
    const stretch = { value: summary.value, from: summary.from }
    const { matchedCount } = await db.models.assets.updateOne(
      { _id: read._id, [`${path}.from`]: known?.from ?? trusted({ $exists: false }), ...condition },
      isSet ? { $set: { [path]: stretch } } : { $unset: { [path]: 1 } },
    )
    return matchedCount > 0
  }
  if (!newest) {
    // Only the beginning of the current stretch has changed.
    if (known && known.from.getTime() === stored?.from.getTime()) await change(true)
    return 'done'
  }
  const isReported = { [`FieldTimes.${field}`]: reportedAt ?? trusted({ $exists: false }) }
  const difference = newest.time.getTime() - (reportedAt?.getTime() ?? 0)
  if (difference > 0) {
    if (newest.time.getTime() > now) return 'done'
    if (isInFlight(newest, now)) return 'later'
    // The asset is older than its history because of a crash: the next event makes history be read again.
    if (known) await change(false, isReported)
    return 'done'
  }
  if (isKnown(asset)) return 'done'
  if (difference === 0) return (await change(true, isReported)) || isLastRound ? 'done' : 'again'
  if (known && known.from > newest.time) return 'done'
  if (known?.value === summary.value) {
    await change(true)
    return 'done'
  }
  if (!isLastRound) return 'again'
  if (known) await change(false)
  return 'done'
}
