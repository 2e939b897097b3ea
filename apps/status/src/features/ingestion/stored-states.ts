import { type AssetDoc, type Database, DURABLE_READ } from '@wardtrack/database'
import { isTimed } from '@wardtrack/ingestion'
import { commitChange, type FieldChanges, type StateEvent } from './field-changes.ts'
import { areStretchesStored, commitStretches, type StateReport, type StretchNotes } from './stretch-notes.ts'

/** Maximum number of conflicts with other writers before a write fails. */
export const MAX_CONFLICTS = 20

/** The events of one asset, in order of time. */
export type AssetEvents = { asset: FieldChanges['asset']; events: StateEvent[] }
/** A write of an asset's states, with its effect on the stretches. */
export type StateWrite = { assetEvents: AssetEvents; change: FieldChanges; notes: StretchNotes }

type StoredStates = Pick<AssetDoc, 'FieldTimes' | 'Stretches' | 'Silence'>

/** Groups events by their assets. */
export function groupByAsset(events: readonly StateEvent[]): AssetEvents[] {
  const assets = new Map<StateEvent['asset'], AssetEvents>()
  for (const event of events) {
    const known = assets.get(event.asset)
    if (known) known.events.push(event)
    else assets.set(event.asset, { asset: event.asset, events: [event] })
  }
  for (const { events: ofAsset } of assets.values())
    if (ofAsset.length > 1) ofAsset.sort((a, b) => a.time.getTime() - b.time.getTime())
  return [...assets.values()]
}

/**
 * Determines which writes of a statement reached the store after conflicts with other writers. The other assets are
 * updated from the store for their next attempt; deleted assets are left out.
 */
export async function partitionWritten<W extends StateWrite>(
  db: Database,
  writes: readonly W[],
): Promise<{ written: W[]; unwritten: W[] }> {
  // driver: part of each write of events, a hot path
  const docs = await db.driver.assets
    .find(
      { _id: { $in: writes.map(({ change }) => change.asset._id) } },
      { projection: { FieldTimes: 1, Stretches: 1, 'Silence.due': 1 }, ...DURABLE_READ },
    )
    .toArray()
  const byId = new Map(docs.map((doc) => [doc._id.toHexString(), doc]))
  const [written, unwritten]: [W[], W[]] = [[], []]
  for (const write of writes) {
    const stored = byId.get(write.change.asset._id.toHexString())
    if (!stored) continue
    if (isWritten(write, stored)) written.push(write)
    else {
      learnStored(write, stored)
      unwritten.push(write)
    }
  }
  return { written, unwritten }
}

/** Returns true if the store holds the values of a write, made here or by another process for the same event. */
const isWritten = ({ change, notes }: StateWrite, { FieldTimes, Stretches }: StoredStates): boolean =>
  [...change.fields].every(([name, { time }]) => FieldTimes[name]?.getTime() === time.getTime()) &&
  areStretchesStored(notes, Stretches)

function learnStored({ change: { asset } }: StateWrite, stored: StoredStates): void {
  const { FieldTimes, Stretches } = stored
  asset.isTimed = isTimed(stored)
  for (const [name, time] of Object.entries(FieldTimes)) asset.fieldTimes[name] = time.getTime()
  asset.stretches = Stretches ?? {}
}

/** Updates the cache after writes. */
export function commitWrites(writes: readonly StateWrite[], now: number, report: StateReport): void {
  for (const { notes, change } of writes) {
    commitStretches(notes, report)
    report.current.push(...commitChange(change, now))
  }
}
