import {
  type Database,
  type PlacePaths,
  STORED_PATHS,
  statePeriodOf,
  stateSnapshotId,
} from '@wardtrack/database'
import { AssetNumbers } from './asset-numbers.ts'
import { MovePlaces } from './move-places.ts'
import { createMoveReader, type MoveReader } from './move-reader.ts'
import { stateChange, withChange } from './packed-state.ts'
import { chunkOf, placeOf, type Snapshot, wordsBefore } from './snapshot.ts'
import { latestSnapshot, readProgress, reportPages, snapshotsOf } from './snapshots.store.ts'
import { type UsageStop, walkUsage } from './usage-reader.ts'

/** Reader of the states of assets at given moments. */
export type StateReader = {
  /**
   * @param assets hexadecimal `_id`s
   * @param moments milliseconds, ascending, none in the future
   * @param stop called for each moment with the state words of the assets, in their order, from the reports before
   * it; the words are valid only during the call
   */
  walk(
    assets: readonly string[],
    moments: readonly number[],
    stop: (words: Uint16Array, moment: number) => void,
  ): Promise<void>
  /** Works as `walk`, but passes the use of the assets. */
  walkUsage(assets: readonly string[], moments: readonly number[], stop: UsageStop): Promise<void>
  /** reads moves of assets and starts of infusions */
  moves: MoveReader
}

/** Moments whose snapshots are read together. */
const MOMENTS = 20

/**
 * Creates a reader. For each moment, it reads a snapshot and the reports since the last one.
 * @param readPaths reads the present paths of places; without it, moves show the paths of their time
 */
export function createStateReader(
  db: Database,
  readPaths: () => Promise<PlacePaths> = async () => STORED_PATHS,
): StateReader {
  const numbers = new AssetNumbers(db)
  const walk: StateReader['walk'] = async (assets, moments, stop) => {
    const progress = await readProgress(db)
    await numbers.load()
    const requested = new RequestedAssets(assets, numbers)
    const until = progress?.until?.getTime() ?? 0
    const packed = moments.filter((moment) => moment <= until)
    for (let start = 0; start < packed.length; start += MOMENTS) {
      const page = packed.slice(start, start + MOMENTS)
      const found = await snapshotsBefore(db, requested.chunks, page)
      for (const [index, moment] of page.entries())
        stop(requested.wordsOf(found[index] ?? [], moment), start + index)
    }
    if (packed.length < moments.length)
      await walkReports(db, requested, moments, { first: packed.length, until }, stop)
  }
  return {
    walk,
    walkUsage: (assets, moments, stop) => walkUsage({ db, numbers, walk }, assets, moments, stop),
    moves: createMoveReader({ db, numbers, places: new MovePlaces(db), readPaths, walk }),
  }
}

/** Assets of one query and their positions in snapshots. */
class RequestedAssets {
  readonly assets: readonly string[]
  readonly chunks: readonly number[]
  private readonly numbers: Int32Array
  private readonly words: Uint16Array

  constructor(assets: readonly string[], numbers: AssetNumbers) {
    this.assets = assets
    this.numbers = Int32Array.from(assets, (asset) => numbers.get(asset) ?? -1)
    this.words = new Uint16Array(assets.length)
    this.chunks = [
      ...new Set(
        Array.from(
          this.numbers.filter((number) => number >= 0),
          chunkOf,
        ),
      ),
    ]
  }

  /**
   * Returns the words of the assets before a moment. @param snapshots newest snapshot of each chunk before the moment
   */
  wordsOf(snapshots: readonly (Snapshot | undefined)[], moment: number): Uint16Array {
    const byChunk: Uint16Array[] = []
    for (const snapshot of snapshots)
      if (snapshot) byChunk[snapshot.chunk] = wordsBefore(snapshot, moment - snapshot.period)
    // Some thousand assets for each of a hundred moments: an indexed loop is faster than an iterator.
    const { numbers, words } = this
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index] ?? -1
      words[index] = number < 0 ? 0 : (byChunk[chunkOf(number)]?.[placeOf(number)] ?? 0)
    }
    return words
  }
}

/** Reads the newest snapshot of each chunk before each moment. */
async function snapshotsBefore(
  db: Database,
  chunks: readonly number[],
  moments: readonly number[],
): Promise<(Snapshot | undefined)[][]> {
  // A report at the moment itself does not count, so the last possible time is one millisecond earlier.
  const periods = moments.map((moment) => statePeriodOf(moment - 1))
  const ids = periods.flatMap((period) => chunks.map((chunk) => stateSnapshotId(chunk, period)))
  const exact = await snapshotsOf(db, [...new Set(ids)])
  return Promise.all(
    periods.map((period) =>
      Promise.all(
        chunks.map(
          async (chunk) => exact.get(stateSnapshotId(chunk, period)) ?? latestSnapshot(db, chunk, period),
        ),
      ),
    ),
  )
}

/** Iterates over the reports since the last snapshots, and stops at the moments after them. */
async function walkReports(
  db: Database,
  requested: RequestedAssets,
  moments: readonly number[],
  { first, until }: { first: number; until: number },
  stop: (words: Uint16Array, moment: number) => void,
): Promise<void> {
  const [found = []] = until > 0 ? await snapshotsBefore(db, requested.chunks, [until]) : []
  const words = requested.wordsOf(found, until)
  const places = new Map(requested.assets.map((asset, place) => [asset, place]))
  let next = first
  for await (const reports of reportPages(db, until, moments.at(-1) ?? until))
    for (const { asset, field, value, from } of reports) {
      for (; (moments[next] ?? Number.POSITIVE_INFINITY) <= from.getTime(); next += 1) stop(words, next)
      const place = places.get(asset.toHexString())
      const change = stateChange(field, value)
      if (place !== undefined && change !== undefined) words[place] = withChange(words[place] ?? 0, change)
    }
  for (; next < moments.length; next += 1) stop(words, next)
}
