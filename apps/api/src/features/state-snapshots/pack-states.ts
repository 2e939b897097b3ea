import { type Database, STATE_PERIOD_MS, statePeriodOf } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { stateChange } from './packed-state.ts'
import { CHUNK_ASSETS, ChangeList, chunkOf, placeOf, type Snapshot, wordsAfter } from './snapshot.ts'
import { insertSnapshots, latestSnapshot, reportPages } from './snapshots.store.ts'

const DAY_MS = 86_400_000
/** Snapshots stored per write. */
const PAGE = 100

/**
 * Creates the snapshots of settled periods between two moments. Each chunk has one per period with a change. Each
 * chunk also has one at the start of each day, so that older ones can be deleted.
 * @param stored receives the end of the stored snapshots; false stops the work
 */
export async function packStates(
  db: Database,
  numbers: AssetNumbers,
  { from, until }: { from: number; until: number },
  stored: (until: number) => Promise<boolean>,
): Promise<void> {
  const chunks = await statesBefore(db, numbers, from)
  let period = from
  let changes = new Map<number, ChangeList>()
  let made: Snapshot[] = []

  const closePeriod = (): void => {
    for (let chunk = 0; chunk <= chunkOf(numbers.size - 1); chunk += 1) {
      const list = changes.get(chunk)
      if (!list && period % DAY_MS !== 0) continue
      const words = chunks[chunk] ?? new Uint16Array(CHUNK_ASSETS)
      const snapshot = { chunk, period, words, ...(list ?? new ChangeList()).changes() }
      chunks[chunk] = wordsAfter(snapshot)
      made.push(snapshot)
    }
    changes = new Map()
    period += STATE_PERIOD_MS
  }
  const store = async (): Promise<boolean> => {
    await insertSnapshots(db, made)
    made = []
    return stored(period)
  }
  for await (const reports of reportPages(db, from, until)) {
    await numbers.give(reports.map(({ asset }) => asset))
    for (const { asset, field, value, from: reported } of reports) {
      const time = reported.getTime()
      while (period < statePeriodOf(time)) {
        closePeriod()
        if (made.length >= PAGE && !(await store())) return
      }
      const number = numbers.get(asset.toHexString())
      const change = stateChange(field, value)
      if (number === undefined || change === undefined) continue
      const list = changes.get(chunkOf(number)) ?? new ChangeList()
      changes.set(chunkOf(number), list)
      list.add(time - period, placeOf(number), change)
    }
  }
  while (period < until) {
    closePeriod()
    if (made.length >= PAGE && !(await store())) return
  }
  await store()
}

/** Returns the state words of each chunk before a moment at which a period begins. */
async function statesBefore(db: Database, numbers: AssetNumbers, period: number): Promise<Uint16Array[]> {
  const chunks: Uint16Array[] = []
  for (let chunk = 0; chunk <= chunkOf(numbers.size - 1); chunk += 1) {
    const latest = await latestSnapshot(db, chunk, period - STATE_PERIOD_MS)
    chunks[chunk] = latest ? wordsAfter(latest) : new Uint16Array(CHUNK_ASSETS)
  }
  return chunks
}
