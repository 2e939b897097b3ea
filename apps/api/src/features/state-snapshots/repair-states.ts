import { type Database, STATE_PERIOD_MS } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { changedBits, stateChange } from './packed-state.ts'
import {
  CHUNK_ASSETS,
  ChangeList,
  type Changes,
  chunkOf,
  placeOf,
  type Snapshot,
  wordsAfter,
} from './snapshot.ts'
import {
  latestSnapshot,
  replaceSnapshot,
  reportPages,
  snapshotsAfter,
  snapshotsOfPeriod,
} from './snapshots.store.ts'

/** Differences from the stored snapshots from a moment on: changed bits and their values, by index in the chunk. */
type Difference = Map<number, { mask: number; word: number }>

/**
 * Updates the snapshots of a period from its reports, and later snapshots until the same state is reported again.
 * Later snapshots are stored before the period's own, so that an interrupted repair starts again.
 * @returns the last period whose states may have changed: at least this one, infinity when all may have
 */
export async function repairStates(db: Database, numbers: AssetNumbers, period: number): Promise<number> {
  let last = period
  const reported = await changesOf(db, numbers, period)
  const stored = new Map((await snapshotsOfPeriod(db, period)).map((snapshot) => [snapshot.chunk, snapshot]))
  for (const chunk of new Set([...reported.keys(), ...stored.keys()])) {
    const before = stored.get(chunk) ?? (await emptySnapshot(db, chunk, period))
    const after = { ...before, ...(reported.get(chunk) ?? new ChangeList()).changes() }
    if (isEqual(before, after)) continue
    last = Math.max(last, await repairLater(db, after, differenceOf(wordsAfter(before), wordsAfter(after))))
    await replaceSnapshot(db, after)
  }
  return last
}

async function changesOf(
  db: Database,
  numbers: AssetNumbers,
  period: number,
): Promise<Map<number, ChangeList>> {
  const lists = new Map<number, ChangeList>()
  for await (const reports of reportPages(db, period, period + STATE_PERIOD_MS)) {
    await numbers.give(reports.map(({ asset }) => asset))
    for (const { asset, field, value, from } of reports) {
      const number = numbers.get(asset.toHexString())
      const change = stateChange(field, value)
      if (number === undefined || change === undefined) continue
      const list = lists.get(chunkOf(number)) ?? new ChangeList()
      lists.set(chunkOf(number), list)
      list.add(from.getTime() - period, placeOf(number), change)
    }
  }
  return lists
}

/** Returns the state of a chunk in a period without a snapshot. */
async function emptySnapshot(db: Database, chunk: number, period: number): Promise<Snapshot> {
  const latest = await latestSnapshot(db, chunk, period)
  const words = latest ? wordsAfter(latest) : new Uint16Array(CHUNK_ASSETS)
  return { chunk, period, words, ...new ChangeList().changes() }
}

const isEqual = (one: Changes, another: Changes): boolean =>
  (['times', 'places', 'values'] as const).every(
    (column) =>
      one[column].length === another[column].length &&
      one[column].every((value, index) => value === another[column][index]),
  )

function differenceOf(before: Uint16Array, after: Uint16Array): Difference {
  const difference: Difference = new Map()
  for (const [place, word] of after.entries()) {
    const mask = word ^ (before[place] ?? 0)
    if (mask !== 0) difference.set(place, { mask, word })
  }
  return difference
}

async function repairLater(
  db: Database,
  { chunk, period }: Snapshot,
  difference: Difference,
): Promise<number> {
  if (difference.size === 0) return period
  for await (const snapshot of snapshotsAfter(db, chunk, period)) {
    const words = new Uint16Array(CHUNK_ASSETS)
    words.set(snapshot.words)
    for (const [place, { mask, word }] of difference)
      words[place] = ((words[place] ?? 0) & ~mask) | (word & mask)
    await replaceSnapshot(db, { ...snapshot, words })
    for (const [index, place] of snapshot.places.entries())
      settle(difference, place, snapshot.values[index] ?? 0)
    if (difference.size === 0) return snapshot.period
  }
  return Number.POSITIVE_INFINITY
}

/** Ends a difference at the next report of the state, from which the stored snapshots are correct. */
function settle(difference: Difference, place: number, change: number): void {
  const open = difference.get(place)
  if (!open) return
  const mask = open.mask & ~changedBits(change)
  if (mask === 0) difference.delete(place)
  else difference.set(place, { ...open, mask })
}
