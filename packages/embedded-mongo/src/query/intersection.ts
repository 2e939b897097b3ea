import { successor } from '../keys/key-writer.ts'
import { keyWithRid } from '../storage/record-keys.ts'
import { hasMoreThan, ridPortions } from './key-count.ts'
import type { Source, Walk } from './plan.ts'

const FIRST_CHUNK = 16
const LAST_CHUNK = 256
/** Number of lookups in a list before the first decision to read it instead. Each further decision comes after four times as many. */
const FIRST_REVIEW = 64
/** Entries that are read in the time of one look-up. */
const ENTRIES_PER_LOOK_UP = 5

/** Yields the record numbers of one key, ascending, in growing chunks. `from` is the first requested number. */
const ridsBelow = (source: Source, key: Buffer, from?: number): Generator<number[]> =>
  ridPortions(
    source,
    { lo: from === undefined ? key : keyWithRid(key, from), hi: successor(key) },
    FIRST_CHUNK,
    LAST_CHUNK,
  )

/**
 * Another list that must contain a record number. Callers ask for ascending numbers. At first each number is looked up. When
 * most of the list's numbers are asked for, the list is read in parallel instead.
 */
class ProbedList {
  /** True when all numbers that may still be asked for come after the list's end. */
  exhausted = false
  private lookUps = 0
  private hits = 0
  private nextReview = FIRST_REVIEW
  private chunks: Generator<number[]> | undefined
  private chunk: number[] = []
  private at = 0
  private readonly source: Source
  private readonly key: Buffer

  constructor(source: Source, key: Buffer) {
    this.source = source
    this.key = key
  }

  /** Share of the numbers asked for that the list contains. */
  get share(): number {
    return this.lookUps === 0 ? 1 : this.hits / this.lookUps
  }

  has(rid: number): boolean {
    if (++this.lookUps === this.nextReview && !this.chunks) this.chooseReading(rid)
    const there = this.chunks
      ? this.reaches(rid, this.chunks)
      : this.source.store.lmdb.entries.getBinaryFast(keyWithRid(this.key, rid)) !== undefined
    if (there) this.hits++
    return there
  }

  private chooseReading(rid: number): void {
    this.nextReview *= 4
    const passed = { lo: this.key, hi: keyWithRid(this.key, rid) }
    if (hasMoreThan(this.source.store, passed, this.lookUps * ENTRIES_PER_LOOK_UP)) return
    this.chunks = ridsBelow(this.source, this.key, rid)
  }

  private reaches(rid: number, chunks: Generator<number[]>): boolean {
    for (;;) {
      while (this.at < this.chunk.length && this.chunk[this.at]! < rid) this.at++
      if (this.at < this.chunk.length) return this.chunk[this.at] === rid
      const next = chunks.next()
      if (next.done) {
        this.exhausted = true
        return false
      }
      this.chunk = next.value
      // Most chunks are skipped as a whole.
      this.at = next.value[next.value.length - 1]! < rid ? next.value.length : 0
    }
  }
}

/**
 * Yields the record numbers that a key shares with all the other keys. The list that excludes the most is asked first.
 */
export function* intersection(source: Source, key: Buffer, otherKeys: readonly Buffer[]): Walk<number> {
  const lists = otherKeys.map((otherKey) => new ProbedList(source, otherKey))
  for (const rids of ridsBelow(source, key)) {
    yield undefined
    for (const rid of rids) if (lists.every((list) => list.has(rid))) yield rid
    if (lists.some((list) => list.exhausted)) return
    lists.sort((a, b) => a.share - b.share)
  }
}
