import { STATE_PERIOD_MS, type StateSnapshotDoc, stateSnapshotId } from '@wardtrack/database'
import { bytesOf, copyOf } from './packed-bytes.ts'
import { type StateChange, withChange } from './packed-state.ts'

/** Assets per chunk. A snapshot stays far below the store's document limit, whatever the assets report. */
export const CHUNK_ASSETS = 2048

/** Position of an asset: the chunk of its number, and its index in the chunk. */
export const chunkOf = (number: number): number => Math.floor(number / CHUNK_ASSETS)
export const placeOf = (number: number): number => number % CHUNK_ASSETS

/** Changes of a chunk within a period, in time order. */
export type Changes = {
  /** milliseconds since the period's start */
  times: Uint32Array
  places: Uint16Array
  values: Uint8Array
}

/** Snapshot in memory. @see StateSnapshotDoc */
export type Snapshot = Changes & { chunk: number; period: number; words: Uint16Array }

/** Growing list of changes. */
export class ChangeList {
  private readonly times: number[] = []
  private readonly places: number[] = []
  private readonly values: number[] = []

  /** @param time milliseconds since the period's start, never before the last one added */
  add(time: number, place: number, change: StateChange): void {
    this.times.push(time)
    this.places.push(place)
    this.values.push(change)
  }

  get length(): number {
    return this.times.length
  }

  changes(): Changes {
    return {
      times: Uint32Array.from(this.times),
      places: Uint16Array.from(this.places),
      values: Uint8Array.from(this.values),
    }
  }
}

/** Returns the words after the changes before a moment. @param time milliseconds since the period's start */
export function wordsBefore(
  { words, ...changes }: Changes & { words: Uint16Array },
  time: number,
): Uint16Array {
  const { times, places, values } = changes
  const after = new Uint16Array(CHUNK_ASSETS)
  after.set(words)
  for (let index = 0; index < times.length && (times[index] ?? 0) < time; index += 1) {
    const place = places[index] ?? 0
    after[place] = withChange(after[place] ?? 0, values[index] ?? 0)
  }
  return after
}

/** Returns the words at the end of a snapshot's period. */
export const wordsAfter = (snapshot: Snapshot): Uint16Array => wordsBefore(snapshot, STATE_PERIOD_MS)

/** Converts a snapshot to its stored document. */
export function toDocument({ chunk, period, words, times, places, values }: Snapshot): StateSnapshotDoc {
  return {
    _id: stateSnapshotId(chunk, period),
    chunk,
    from: new Date(period),
    words: bytesOf(withoutEnd(words)),
    times: bytesOf(times),
    places: bytesOf(places),
    values: bytesOf(values),
  }
}

/** @param doc as read with `promoteBuffers` */
export function toSnapshot({ chunk, from, words, times, places, values }: StateSnapshotDoc): Snapshot {
  return {
    chunk,
    period: from.getTime(),
    words: new Uint16Array(copyOf(words)),
    times: new Uint32Array(copyOf(times)),
    places: new Uint16Array(copyOf(places)),
    values: new Uint8Array(copyOf(values)),
  }
}

/** Trims assets at the end of a chunk that never reported a state. */
function withoutEnd(words: Uint16Array): Uint16Array {
  let length = words.length
  while (length > 0 && words[length - 1] === 0) length -= 1
  return words.subarray(0, length)
}
